import type { TableColumn } from "@agatha/contracts";
import { formatTime } from "../../i18n/format.js";
import type { Format } from "../../i18n/use-format.js";
import type { Cells } from "./use-rows.js";

/** Significant digits that distinguish measurements and still fit a column. */
const SIGNIFICANT_DIGITS = 7;

/** Formats a cell. Returns null if the value is missing. */
export function formatCell(cell: Cells[number] | undefined, type: TableColumn["type"], format: Format): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === "number") return type === "d" ? formatTime(new Date(cell).toISOString()) : format.number(cell, SIGNIFICANT_DIGITS);
  return type === "d" ? formatTime(String(cell)) : String(cell);
}
