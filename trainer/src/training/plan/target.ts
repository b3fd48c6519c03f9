import { CLASS_LIMIT, ERRORS, InvalidInput, type ModelType } from "@agatha/contracts";
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
  if (column.type === "d") throw invalidTarget(column, "holds dates: choose a column of numbers or text");
  return type === "REGRESSION" ? numberTarget(column) : classTarget(column);
}

/** Returns the rows that have a value of the column. */
export function rowsWithValue(column: Column): Int32Array {
  return column.type === "s"
    ? rowsWhere(column.codes.length, (row) => column.codes[row] >= 0)
    : rowsWhere(column.values.length, (row) => Number.isFinite(column.values[row]));
}

function numberTarget(column: Column): TargetRows {
  if (column.type !== "n") throw invalidTarget(column, "is text: choose a column of numbers, or build a classification");
  const rows = rowsWithValue(column);
  const values = takeNumbers(column.values, rows);
  if (values.length === 0) throw invalidTarget(column, "has no value in any row");
  if (values.some((value) => Math.abs(value) > MAX_TARGET))
    throw invalidTarget(column, `has values beyond ±${MAX_TARGET}: too large to compute with`);
  if (values.every((value) => value === values[0]))
    throw invalidTarget(column, "has the same value in every row: there is nothing to predict");
  return { rows, target: { kind: "number", values } };
}

/** Labels ascend: numbers by value, text by code points. */
function classTarget(column: Column): TargetRows {
  const text =
    column.type === "s" ? (row: number) => column.levels[column.codes[row]] : (row: number) => String((column as NumberColumn).values[row]);
  const rows = rowsWithValue(column);
  const labels = [...new Set(Array.from(rows, text))].sort(column.type === "s" ? undefined : (a, b) => Number(a) - Number(b));
  if (labels.length === 0) throw invalidTarget(column, "has no value in any row");
  if (labels.length === 1) throw invalidTarget(column, `has only the class ${labels[0]}: a classification needs two at the least`);
  if (labels.length > CLASS_LIMIT)
    throw invalidTarget(
      column,
      `has ${labels.length} different values, more than the ${CLASS_LIMIT} classes that a classification may have`,
    );
  const codes = new Map(labels.map((label, code) => [label, code]));
  return { rows, target: { kind: "class", codes: Int32Array.from(rows, (row) => codes.get(text(row)) ?? 0), labels } };
}

function invalidTarget(column: Column, message: string): InvalidInput {
  return new InvalidInput(ERRORS.responseType, { path: "response", message: `${column.name} ${message}` });
}

/** Returns the targets of the rows, in their order. */
export function takeTarget(target: Target, rows: Int32Array): Target {
  if (target.kind === "number") return { kind: "number", values: takeNumbers(target.values, rows) };
  if (target.kind === "class") return { ...target, codes: rows.map((row) => target.codes[row]) };
  return target;
}
