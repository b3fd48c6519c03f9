import type { TableColumn } from "@agatha/contracts";
import type { Format } from "../i18n/use-format.js";
import type { Cells } from "./use-rows.js";

/** Digits that tell measurements apart and still fit a column. */
const SIGNIFICANT_DIGITS = 7;

/** A cell as people read it; null where the value is missing. */
export function formatCell(cell: Cells[number] | undefined, type: TableColumn["type"], format: Format): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === "number") return type === "d" ? formatTime(new Date(cell).toISOString()) : format.number(cell, SIGNIFICANT_DIGITS);
  return type === "d" ? formatTime(String(cell)) : String(cell);
}

/** `2024-05-01 13:00:00`; midnight is left out, and so are milliseconds that are none. */
export function formatTime(iso: string): string {
  const [date = "", time = ""] = iso.split("T");
  const clock = time.replace(/(\.0+)?Z$/, "");
  return clock === "" || clock === "00:00:00" ? date : `${date} ${clock}`;
}
