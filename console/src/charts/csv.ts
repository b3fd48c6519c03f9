export type TableCell = string | number | null;

/** The figures behind a chart: its accessible twin, and what is downloaded. */
export interface ChartTable {
  columns: string[];
  rows: TableCell[][];
}

/** CSV after RFC 4180, with a byte mark so that spreadsheets read it as UTF-8. */
export function toCsv({ columns, rows }: ChartTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map(csvField).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

/** Text that a spreadsheet would take for a formula is marked as text (OWASP: CSV injection). */
function csvField(cell: TableCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return quoteCsvField(safe);
}

/** Quotes a field that holds a comma, a quote or a line break (RFC 4180). */
export function quoteCsvField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
