/** SQL conditions of a whole column, for `columnsThatMeet`. */
import type { DateFormat } from "../formats/date-formats.js";
import { toInstantSql } from "../formats/date-sql.js";
import { fullMatchSql, isMissingSql, trimSql } from "../formats/number-formats.js";

/** Condition that a column has no value, missing ones aside, for which the condition is false. */
export const allMeetSql = (column: string, condition: string): string =>
  `count(*) FILTER (NOT (${condition}) AND NOT ${isMissingSql(column)}) = 0`;

/** Condition that all values of a column that match the pattern are read as times of the format. */
export function allMatchesAreTimesSql(column: string, pattern: string, format: DateFormat): string {
  const text = trimSql(column);
  return `count(*) FILTER (${fullMatchSql(text, pattern)} AND ${toInstantSql(text, format, "UTC")} IS NULL) = 0`;
}
