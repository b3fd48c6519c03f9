import { guardFormulas } from "@agatha/contracts/csv/formula-guard";

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
  const lines = [columns, ...rows].map((cells) => cells.map(csvField).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

function csvField(cell: TableCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return quoteCsvField(guardFormulas(cell));
}

/** Quotes a field that holds a comma, a quote or a line break (RFC 4180). */
export function quoteCsvField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
