import type { BoundValues } from "./statement.js";

/** What a clock on the wall shows. Where time is universal nothing has to be turned. */
export function localTime(values: BoundValues, timezone: string, sql: string): string {
  return timezone === "UTC" ? sql : `timezone(${values.text(timezone)}, timezone('UTC', ${sql}))`;
}

/** The way back. */
export function universalTime(values: BoundValues, timezone: string, sql: string): string {
  return timezone === "UTC" ? sql : `timezone('UTC', timezone(${values.text(timezone)}, ${sql}))`;
}
