import type { UnreadValues } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import { unpivotSql } from "../../tables/unpivot.js";
import { type CsvSource, csvColumnName, queryCsv } from "../csv/csv-source.js";
import { type ColumnFormat, cellSql } from "../formats/column-formats.js";
import { groupAlike } from "../formats/columns-alike.js";
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
  for (const columns of groupAlike(chosen, (index) => JSON.stringify(formats[index]), COLUMNS_PER_QUERY)) {
    const cells = (from: string) => unpivotSql(columns.map(csvColumnName), from);
    const figures = await queryCsv(database, source, (from) => unreadSql(cells(from), formats[columns[0]], timezone));
    for (const [place, count, rows, example] of figures) {
      if (Number(count) === 0) continue;
      found.set(columns[Number(place)], { count: Number(count), rows: Number(rows), example: String(example).slice(0, MAX_EXAMPLE) });
    }
  }
  return found;
}

/** Returns, for each column of the cells, its place, the number of unread values, that of all values, and one that is unread. */
function unreadSql(cells: string, format: ColumnFormat, timezone: string): string {
  const unread = `CASE WHEN NOT ${isMissingSql("x")} AND ${cellSql("x", format, timezone)} IS NULL THEN ${trimSql("x")} END`;
  const values = `SELECT c, ${unread} AS unread, NOT ${isMissingSql("x")} AS present FROM ${cells}`;
  return `SELECT c, count(unread)::DOUBLE, (count(*) FILTER (present))::DOUBLE, min(unread) FROM (${values}) GROUP BY c`;
}
