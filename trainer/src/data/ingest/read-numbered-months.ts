import type { Database } from "../tables/database.js";
import type { ColumnFormat } from "./column-formats.js";
import { type CsvSource, csvColumnName, readCsvClause } from "./csv-source.js";
import { fullMatchSql, isMissingSql, trimSql } from "./number-formats.js";

/** Names of columns whose numbers such as 202001 are months. */
const MONTH_NAME = /month|period|monat|yyyymm|mois|mese|^mes$|年月|月份|^月$|期间|期間/i;
const MONTH_PATTERN = "(?:19|20)\\d{2}(?:0[1-9]|1[0-2])";
/** Fewest different months. */
const MIN_MONTHS = 6;

/**
 * Returns the formats, where columns of numbers become times if their name is that of a month or a period, and all their numbers are
 * months of six digits, such as 202001. Other columns cost nothing; these cost a pass over the file.
 */
export async function readNumberedMonths(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const read = [...formats];
  for (const [index, format] of formats.entries()) {
    if (format.type !== "n" || !MONTH_NAME.test(source.headers[index] ?? "")) continue;
    const column = csvColumnName(index);
    const { from, path } = readCsvClause(source);
    const isMonth = fullMatchSql(trimSql(column), MONTH_PATTERN);
    const [[others, months]] = await database.rows(
      `SELECT count(*) FILTER (NOT ${isMonth} AND NOT ${isMissingSql(column)})::DOUBLE, count(DISTINCT ${trimSql(column)}) FILTER (${isMonth})::DOUBLE FROM ${from}`,
      [path],
    );
    if (others === 0 && (months as number) >= MIN_MONTHS) read[index] = { type: "d", declared: true, formats: ["compactMonth"] };
  }
  return read;
}
