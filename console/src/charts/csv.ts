import { csvCell } from "@agatha/contracts/csv/csv-cell";

export type TableCell = string | number | null;

/** Values of a chart, for its accessible table and its download. */
export interface ChartTable {
  columns: string[];
  rows: TableCell[][];
  /** Rows of the dataset behind each row of this table, counted from 0. */
  sources?: readonly (readonly number[])[];
}

/** Formats CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv({ columns, rows }: ChartTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map(csvCell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}
