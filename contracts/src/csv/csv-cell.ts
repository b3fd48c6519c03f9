/** Writes the cells of CSV files (RFC 4180). Pure. */
import { guardFormulas } from "./formula-guard.js";

export type CsvCell = string | number | boolean | null | undefined;

/** Returns the cell. In text that a spreadsheet would take for a formula an apostrophe stands before it. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? quoteField(guardFormulas(value)) : String(value);
}

/** Quotes a field that holds a comma, a quote or a line break. */
function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
