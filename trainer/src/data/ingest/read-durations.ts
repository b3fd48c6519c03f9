import type { Database } from "../tables/database.js";
import type { ColumnFormat } from "./column-formats.js";
import { type CsvSource, csvColumnName, readCsvClause, toCsvInputError } from "./csv-source.js";
import { DURATION_PATTERN, fullMatchSql, isMissingSql, trimSql } from "./number-formats.js";
import { HEAD_ROWS } from "./query-formats.js";

/** Columns per statement, to bound DuckDB's memory for intermediate values. */
const COLUMNS_PER_QUERY = 100;
const DAY_OR_LONGER = "(?:2[4-9]|[3-9]\\d|\\d{3,}):.*";

/**
 * Returns the formats, where columns of text become numbers of hours if all their values are durations such as 36:30:00 and one of them
 * is no time of day. Files with columns of clocks cost one pass; the others are told by their head.
 */
export async function readDurations(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const texts = formats.flatMap(({ type }, index) => (type === "s" ? [index] : []));
  const { from } = readCsvClause(source);
  const likely = await among(database, source, {
    columns: texts,
    rows: `(SELECT * FROM ${from} LIMIT ${HEAD_ROWS})`,
    condition: areClocksSql,
  });
  const found = new Set(await among(database, source, { columns: likely, rows: from, condition: areDurationsSql }));
  return formats.map((format, index) => (found.has(index) ? { type: "n", durations: true } : format));
}

/** Returns the columns that meet the condition over the rows. Throws InvalidInput at a malformed record. */
async function among(
  database: Database,
  source: CsvSource,
  { columns, rows, condition }: { columns: readonly number[]; rows: string; condition(column: string): string },
): Promise<number[]> {
  const found: number[] = [];
  for (let first = 0; first < columns.length; first += COLUMNS_PER_QUERY) {
    const part = columns.slice(first, first + COLUMNS_PER_QUERY);
    const conditions = part.map((index) => condition(csvColumnName(index))).join(", ");
    const [answer] = await database.rows(`SELECT ${conditions} FROM ${rows}`, [source.path]).catch((error: unknown) => {
      throw toCsvInputError(error, source);
    });
    found.push(...part.filter((_, place) => answer?.[place] === true));
  }
  return found;
}

/** Condition that all values of a column are clocks of hours, minutes and seconds. */
function areClocksSql(column: string): string {
  const isClock = fullMatchSql(trimSql(column), DURATION_PATTERN);
  return `count(*) FILTER (NOT ${isClock} AND NOT ${isMissingSql(column)}) = 0 AND count(*) FILTER (${isClock}) > 0`;
}

const areDurationsSql = (column: string): string =>
  `${areClocksSql(column)} AND count(*) FILTER (${fullMatchSql(trimSql(column), DAY_OR_LONGER)}) > 0`;
