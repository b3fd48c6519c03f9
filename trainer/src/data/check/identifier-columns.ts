import { finiteValues } from "../../numeric/finite-values.js";
import { rangeOf } from "../../numeric/statistics.js";
import { countLevels } from "../tables/count-levels.js";
import type { Column, Table } from "../tables/table.js";
import { canIdentifyRows, isIdentifierLike } from "./column-quality.js";

/**
 * Returns the columns that identify rows instead of describing them, by the rule of the data check. `totalRows` is the number of
 * rows that the table is a random sample of.
 */
export function findIdentifierColumns(table: Table, totalRows: number): Set<string> {
  return new Set(table.columns.filter((column) => identifiesRows(column, { nrow: table.nrow, totalRows })).map(({ name }) => name));
}

function identifiesRows(column: Column, rows: { nrow: number; totalRows: number }): boolean {
  const { name, type } = column;
  if (type === "s") {
    const levels = countLevels(column);
    const present = levels.reduce((sum, { count }) => sum + count, 0);
    const stats = { unique: levels.length, integer: false, min: null, max: null };
    return isIdentifierLike({ name, type, stats }, { present, ...rows });
  }
  const values = finiteValues(column.values);
  // Distinct values take long to count, so only those of columns that may identify rows are counted.
  if (values.length === 0 || !canIdentifyRows(type, values.every(Number.isInteger))) return false;
  const stats = { unique: new Set(values).size, integer: true, ...rangeOf(values) };
  return isIdentifierLike({ name, type, stats }, { present: values.length, ...rows });
}
