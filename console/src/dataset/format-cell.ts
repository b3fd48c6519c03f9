import type { TableColumn } from "@agatha/contracts";
import { type Format, formatTime } from "../i18n/format.js";
import type { Cells } from "./use-rows.js";

/** Digits that tell measurements apart and still fit a column. */
const SIGNIFICANT_DIGITS = 7;

/** A cell as people read it; null where the value is missing. */
export function formatCell(cell: Cells[number] | undefined, type: TableColumn["type"], format: Format): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === "number") return type === "d" ? formatTime(new Date(cell).toISOString()) : format.number(cell, SIGNIFICANT_DIGITS);
  return type === "d" ? formatTime(String(cell)) : String(cell);
}
