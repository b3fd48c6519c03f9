import { formatTime, SIGNIFICANT_DIGITS } from "../../../i18n/format.js";
import type { Format } from "../../../i18n/use-format.js";
import type { GridColumn } from "./grid-column.js";
import type { Cells } from "./use-rows.js";

const DAY_MS = 86_400_000;

/** Formats a cell; null if the value is missing. Midnight is written out if the first or last time of the column has a time of day. */
export function formatCell(cell: Cells[number] | undefined, column: Pick<GridColumn, "type" | "stats">, format: Format): string | null {
  if (cell === null || cell === undefined) return null;
  if (column.type === "d") {
    const iso = typeof cell === "number" ? new Date(cell).toISOString() : String(cell);
    return formatTime(iso, { midnight: hasTimeOfDay(column) });
  }
  return typeof cell === "number" ? format.number(cell, SIGNIFICANT_DIGITS) : String(cell);
}

function hasTimeOfDay({ stats }: Pick<GridColumn, "stats">): boolean {
  return [stats?.min, stats?.max].some((time) => typeof time === "number" && time % DAY_MS !== 0);
}
