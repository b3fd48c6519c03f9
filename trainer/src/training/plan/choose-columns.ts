import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { type IdentifierStatistics, isIdentifierLike } from "../../data/check/column-quality.js";
import type { Column, Table } from "../../data/tables/table.js";
import type { ModelRequest } from "./plan.js";

/**
 * Returns the columns that a model learns from: the requested ones, or else all usable ones, with warnings about the others.
 * `ids` identify the row.
 */
export function chooseColumns(
  request: ModelRequest,
  table: Table,
  ids: ReadonlySet<string>,
): { columns: string[]; warnings: ModelWarning[] } {
  if (request.columns) return { columns: [...request.columns], warnings: [] };
  const candidates = table.columns.map(({ name }) => name).filter((name) => name !== request.response && name !== request.semilabel);
  const columns = candidates.filter((name) => !ids.has(name));
  if (columns.length === 0) {
    const message = "no column is usable: all of them only name the row, or there is none besides the response";
    throw new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message });
  }
  const warnings = candidates
    .filter((name) => ids.has(name))
    .map(
      (name): ModelWarning => ({
        code: "names_the_row",
        column: name,
        message: `${name} only names the row and was left out; choose it by name to use it`,
      }),
    );
  return { columns, warnings };
}

/**
 * Returns the columns that identify rows instead of describing them, by the rule of the data check. `totalRows` is the number of
 * rows in the file.
 */
export function findIdentifierColumns(table: Table, totalRows: number): Set<string> {
  const ids = table.columns.filter((column) => {
    const { present, ...evidence } = identifierStatistics(column);
    return isIdentifierLike(evidence, present, totalRows);
  });
  return new Set(ids.map(({ name }) => name));
}

function identifierStatistics(column: Column): IdentifierStatistics & { present: number } {
  const { name, type } = column;
  if (type === "s") {
    const codes = column.codes.filter((code) => code >= 0);
    return { name, type, stats: { unique: new Set(codes).size, integer: false, min: null, max: null }, present: codes.length };
  }
  const values = column.values.filter(Number.isFinite);
  let min = values[0] ?? null;
  let max = min;
  for (const value of values) {
    if (min === null || value < min) min = value;
    if (max === null || value > max) max = value;
  }
  return { name, type, stats: { unique: new Set(values).size, integer: values.every(Number.isInteger), min, max }, present: values.length };
}
