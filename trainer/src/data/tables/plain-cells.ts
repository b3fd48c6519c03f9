import type { ColumnType } from "@agatha/contracts";

export type Cell = number | string | null;

/** Converts rows of DuckDB's values to cells, as RowReader returns them. */
export function toCells(rows: unknown[][], columns: readonly { type: ColumnType }[]): Cell[][] {
  const isDate = columns.map(({ type }) => type === "d");
  return rows.map((row) => row.map((value, index) => toCell(value, isDate[index])));
}

function toCell(value: unknown, isDate: boolean): Cell {
  if (typeof value === "string") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return isDate ? new Date(value).toISOString() : value;
}
