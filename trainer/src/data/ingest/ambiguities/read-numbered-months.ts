import { isMonthName } from "../../column-names/time-names.js";
import type { Database } from "../../tables/database.js";
import { type CsvSource, csvColumnName, queryCsv } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { fullMatchSql, isMissingSql, trimSql } from "../formats/number-formats.js";

const MONTH_PATTERN = "(?:19|20)\\d{2}(?:0[1-9]|1[0-2])";
/** Fewest different months. */
const MIN_MONTHS = 6;

/**
 * Returns the formats, where columns of numbers become times if their name is that of a month or a period, and all their numbers are
 * months of six digits, such as 202001. Files with columns of such names cost one pass.
 * Throws InvalidInput (unreadableFile) for a malformed record.
 */
export async function readNumberedMonths(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const named = formats.flatMap(({ type }, index) => (type === "n" && isMonthName(source.headers[index] ?? "") ? [index] : []));
  if (named.length === 0) return [...formats];
  const conditions = named.map((index) => areMonthsSql(csvColumnName(index))).join(", ");
  const [found] = await queryCsv(database, source, (from) => `SELECT ${conditions} FROM ${from}`);
  const months = new Set(named.filter((_, place) => found?.[place] === true));
  return formats.map((format, index) => (months.has(index) ? { type: "d", declared: true, formats: ["compactMonth"] } : format));
}

/** Condition that all values of a column are months, and enough of them differ. */
function areMonthsSql(column: string): string {
  const isMonth = fullMatchSql(trimSql(column), MONTH_PATTERN);
  const others = `count(*) FILTER (NOT ${isMonth} AND NOT ${isMissingSql(column)})`;
  return `${others} = 0 AND count(DISTINCT ${trimSql(column)}) FILTER (${isMonth}) >= ${MIN_MONTHS}`;
}
