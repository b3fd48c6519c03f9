import type { StatementParameters } from "./relation.js";

/** What a clock on the wall shows. Where time is universal nothing has to be turned. */
export function toLocalTimeSql(values: StatementParameters, timezone: string, sql: string): string {
  return timezone === "UTC" ? sql : `timezone(${values.text(timezone)}, timezone('UTC', ${sql}))`;
}

/** The way back. */
export function toUtcSql(values: StatementParameters, timezone: string, sql: string): string {
  return timezone === "UTC" ? sql : `timezone('UTC', timezone(${values.text(timezone)}, ${sql}))`;
}
