import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { SPLIT_YEAR } from "../formats/date-formats.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";
import { allMeetSql } from "./whole-column.js";

const PATTERN = "(?:1[89]|20)\\d{2}[-/–](?:\\d{2}|\\d{4})";
/** Fewest different years: one such as 2010/11 may be a month. */
const MIN_YEARS = 3;

/**
 * Returns the formats, where columns of months or text become years if all their values name a year and the next one, such as 2015/16
 * or 2015-2016: seasons and fiscal years. The first of the two years counts.
 */
export async function readSplitYears(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const mayBe = (format: ColumnFormat) => format.type === "s" || ("format" in format && format.format === "month");
  const found = await columnsThatMeet(database, source, {
    columns: formats.flatMap((format, index) => (mayBe(format) ? [index] : [])),
    inHead: (column) => `${haveOnlySplitYearsSql(column)} AND count(*) FILTER (${isSplitYearSql(column)}) > 0`,
    inAllRows: (column) =>
      `${haveOnlySplitYearsSql(column)} AND count(DISTINCT ${trimSql(column)}) FILTER (${isSplitYearSql(column)}) >= ${MIN_YEARS}`,
  });
  return formats.map((format, index) => (found.has(index) ? { type: "d", declared: true, formats: [SPLIT_YEAR] } : format));
}

/** Returns those of the columns all of whose values name a year and the next one. */
export async function columnsOfSplitYears(database: Database, source: CsvSource, columns: readonly number[]): Promise<Set<number>> {
  return await columnsThatMeet(database, source, {
    columns,
    inHead: haveOnlySplitYearsSql,
    inAllRows: (column) => `${haveOnlySplitYearsSql(column)} AND count(*) FILTER (${isSplitYearSql(column)}) > 0`,
  });
}

const haveOnlySplitYearsSql = (column: string): string => allMeetSql(column, isSplitYearSql(column));

function isSplitYearSql(column: string): string {
  const text = trimSql(column);
  const next = `(TRY_CAST(left(${text}, 4) AS INTEGER) + 1)`;
  const second = `TRY_CAST(substr(${text}, 6) AS INTEGER)`;
  return `coalesce(${fullMatchSql(text, PATTERN)} AND ${second} IN (${next}, CASE WHEN length(${text}) = 7 THEN ${next} % 100 END), false)`;
}
