import { ERRORS, InvalidInput, type ModelType, responseTypeProblem, responseValuesProblem } from "@agatha/contracts";
import type { Column, NumberColumn } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { takeNumbers } from "../../numeric/take-numbers.js";

/** Largest number whose squared errors can be summed. */
const MAX_TARGET = 1e150;

/** Rows of the table that have a target, and their targets in the same order. */
interface TargetRows {
  rows: Int32Array;
  target: Target;
}

/** Reads the target. Throws InvalidInput (responseType) when the column cannot be the target of a model of this type. */
export function readTarget(column: Column, type: ModelType): TargetRows {
  refuse(responseTypeProblem(type, column.type));
  return type === "REGRESSION" ? numberTarget(column as NumberColumn) : classTarget(column);
}

/** Returns the rows that have a value of the column. */
export function rowsWithValue(column: Column): Int32Array {
  return column.type === "s"
    ? rowsWhere(column.codes.length, (row) => column.codes[row] >= 0)
    : rowsWhere(column.values.length, (row) => Number.isFinite(column.values[row]));
}

function numberTarget(column: NumberColumn): TargetRows {
  const rows = rowsWithValue(column);
  const values = takeNumbers(column.values, rows);
  if (values.some((value) => Math.abs(value) > MAX_TARGET))
    refuse(`The column has values beyond ±${MAX_TARGET}: too large to compute with`);
  refuse(responseValuesProblem("REGRESSION", values.every((value) => value === values[0]) ? Math.min(values.length, 1) : 2));
  return { rows, target: { kind: "number", values } };
}

/** Labels ascend: numbers by value, text by code points. */
function classTarget(column: Column): TargetRows {
  const text =
    column.type === "s" ? (row: number) => column.levels[column.codes[row]] : (row: number) => String((column as NumberColumn).values[row]);
  const rows = rowsWithValue(column);
  const labels = [...new Set(Array.from(rows, text))].sort(column.type === "s" ? undefined : (a, b) => Number(a) - Number(b));
  refuse(responseValuesProblem("CLASSIFICATION", labels.length));
  const codes = new Map(labels.map((label, code) => [label, code]));
  return { rows, target: { kind: "class", codes: Int32Array.from(rows, (row) => codes.get(text(row)) ?? 0), labels } };
}

/** Throws InvalidInput (responseType) if there is a problem. */
function refuse(message: string | undefined): void {
  if (message !== undefined) throw new InvalidInput(ERRORS.responseType, { path: "response", message });
}

/** Returns the targets of the rows, in their order. */
export function takeTarget(target: Target, rows: Int32Array): Target {
  if (target.kind === "number") return { kind: "number", values: takeNumbers(target.values, rows) };
  if (target.kind === "class") return { ...target, codes: rows.map((row) => target.codes[row]) };
  return target;
}
