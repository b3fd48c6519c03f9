import type { Column, Table } from "../tables/table.js";
import { type IdentifierStatistics, isIdentifierLike } from "./column-quality.js";

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
