import type { StatementParameters } from "./relation.js";

/** Converts UTC to local time. A dataset in UTC needs no conversion. */
export function toLocalTimeSql(values: StatementParameters, timezone: string, sql: string): string {
  return timezone === "UTC" ? sql : `timezone(${values.text(timezone)}, timezone('UTC', ${sql}))`;
}

/** Converts local time to UTC. */
export function toUtcSql(values: StatementParameters, timezone: string, sql: string): string {
  return timezone === "UTC" ? sql : `timezone('UTC', timezone(${values.text(timezone)}, ${sql}))`;
}
