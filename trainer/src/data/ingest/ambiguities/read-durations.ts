import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { DURATION_PATTERN, fullMatchSql, trimSql } from "../formats/number-formats.js";
import { allMeetSql } from "./whole-column.js";

const DAY_OR_LONGER = "(?:2[4-9]|[3-9]\\d|\\d{3,}):.*";

/**
 * Returns the formats, where columns of text become numbers of hours if all their values are durations such as 36:30:00 and one of
 * them is no time of day, or the column is one of `known`. Files with columns of clocks cost one pass. For other files the head is
 * enough.
 */
export async function readDurations(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
  known: readonly number[] = [],
): Promise<ColumnFormat[]> {
  const columns = formats.flatMap(({ type }, index) => (type === "s" ? [index] : []));
  const clocks = columns.filter((index) => known.includes(index));
  const others = columns.filter((index) => !known.includes(index));
  const found = new Set([
    ...(await columnsThatMeet(database, source, { columns: clocks, inHead: areClocksSql, inAllRows: areClocksSql })),
    ...(await columnsThatMeet(database, source, { columns: others, inHead: areClocksSql, inAllRows: areDurationsSql })),
  ]);
  return formats.map((format, index) => (found.has(index) ? { type: "n", durations: true } : format));
}

/** Condition that all values of a column are clocks of hours, minutes and seconds. */
function areClocksSql(column: string): string {
  const isClock = fullMatchSql(trimSql(column), DURATION_PATTERN);
  return `${allMeetSql(column, isClock)} AND count(*) FILTER (${isClock}) > 0`;
}

const areDurationsSql = (column: string): string =>
  `${areClocksSql(column)} AND count(*) FILTER (${fullMatchSql(trimSql(column), DAY_OR_LONGER)}) > 0`;
