import type { UnreadValues } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import { type CsvSource, csvColumnName, queryCsv } from "../csv/csv-source.js";
import { type ColumnFormat, cellSql } from "../formats/column-formats.js";
import { isMissingSql, trimSql } from "../formats/number-formats.js";

/** Columns per statement, to bound DuckDB's memory for intermediate values. */
const COLUMNS_PER_QUERY = 20;
const MAX_EXAMPLE = 40;

/**
 * Returns, by column index, the values that cannot be read as the type which the owner chose for the column, so that their cells are
 * empty. Files without such a choice cost nothing, others a pass for some columns.
 */
export async function findUnreadValues(
  database: Database,
  source: CsvSource,
  { formats, inferredFormats, timezone }: { formats: readonly ColumnFormat[]; inferredFormats: readonly ColumnFormat[]; timezone: string },
): Promise<Map<number, UnreadValues>> {
  const chosen = formats.flatMap((format, index) => ("declared" in format && format.type !== inferredFormats[index].type ? [index] : []));
  const found = new Map<number, UnreadValues>();
  for (let first = 0; first < chosen.length; first += COLUMNS_PER_QUERY) {
    const part = chosen.slice(first, first + COLUMNS_PER_QUERY);
    const counts = part.map((index) => unreadSql(csvColumnName(index), formats[index], timezone)).join(", ");
    const [[...figures]] = await queryCsv(database, source, (from) => `SELECT ${counts} FROM ${from}`);
    part.forEach((index, place) => {
      const [count, rows, example] = figures.slice(3 * place, 3 * place + 3);
      if (Number(count) > 0) found.set(index, { count: Number(count), rows: Number(rows), example: String(example).slice(0, MAX_EXAMPLE) });
    });
  }
  return found;
}

/** Returns the number of unread values, that of all values, and one that is unread. */
function unreadSql(column: string, format: ColumnFormat, timezone: string): string {
  const isPresent = `NOT ${isMissingSql(column)}`;
  const isUnread = `${isPresent} AND ${cellSql(column, format, timezone)} IS NULL`;
  const count = (condition: string) => `(count(*) FILTER (${condition}))::DOUBLE`;
  return `${count(isUnread)}, ${count(isPresent)}, min(${trimSql(column)}) FILTER (${isUnread})`;
}
