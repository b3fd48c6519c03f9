import { InvalidInput, type ModelInfo } from "@agatha/contracts";
import type { Column, Table } from "../tables/table.js";
import type { ModelRequest } from "./plan.js";

export type ModelWarning = ModelInfo["warnings"][number];

/** A text column with more different values than this share of its rows with a value names rows rather than describes them. */
const ID_SHARE = 0.5;
const ID_LEVELS = 50;

/** The columns that a model learns from: those asked for, or else all usable ones, with a word on the others. */
export function chooseColumns(request: ModelRequest, table: Table): { columns: string[]; warnings: ModelWarning[] } {
  if (request.columns) return { columns: [...request.columns], warnings: [] };
  const candidates = table.columns.filter(({ name }) => name !== request.response);
  const ids = candidates.filter(namesTheRow);
  const columns = candidates.filter((column) => !ids.includes(column)).map(({ name }) => name);
  if (columns.length === 0)
    throw new InvalidInput("010505", {
      path: "columns",
      message: "no column is usable: all of them only name the row, or there is none besides the response",
    });
  const warnings = ids.map(
    ({ name }): ModelWarning => ({
      code: "leakage",
      column: name,
      message: `${name} only names the row and was left out; choose it by name to use it`,
    }),
  );
  return { columns, warnings };
}

/**
 * Whether a column tells the rows apart instead of describing them: text with many different values, most of which
 * occur once, or different whole numbers that rise from row to row or leave no gap.
 */
export function namesTheRow(column: Column): boolean {
  return column.type === "s" ? isIdText(column.codes) : column.type === "n" && isCounter(column.values);
}

function isIdText(codes: Int32Array): boolean {
  const present = codes.filter((code) => code >= 0);
  const distinct = new Set(present).size;
  return distinct > ID_LEVELS && distinct > ID_SHARE * present.length;
}

function isCounter(values: Float64Array): boolean {
  if (values.length <= ID_LEVELS || !values.every(Number.isSafeInteger)) return false;
  if (values.every((value, i) => i === 0 || value > values[i - 1])) return true;
  const sorted = values.slice().sort();
  return sorted.every((value, i) => i === 0 || value === sorted[i - 1] + 1);
}
