import type { Database } from "../../tables/database.js";
import { unpivotSql } from "../../tables/unpivot.js";
import { type CsvSource, csvColumnName, queryCsv } from "../csv/csv-source.js";
import { type ColumnFormat, isDeclaredNumbers } from "../formats/column-formats.js";
import { declaredMark, type FileMark, markCountsSql, readMarkCounts } from "../formats/declared-mark.js";
import { type DecimalMark, trimSql } from "../formats/number-formats.js";

/** Columns per statement, to bound DuckDB's memory for intermediate values. */
const COLUMNS_PER_QUERY = 20;

/**
 * Returns the formats with the decimal mark that the texts show in each column that the owner declared to be numbers, unless its mark is
 * given, as by a sample of the file. Files without such columns cost nothing, others a pass for some columns.
 */
export async function settleDeclaredMarks(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
  file: FileMark,
): Promise<ColumnFormat[]> {
  const settled = [...formats];
  const markOf = (decimal: DecimalMark): FileMark => ({ decimal, isKnown: file.isKnown || decimal !== file.decimal });
  const declared = formats.flatMap((format, index) => (isDeclaredNumbers(format) && !format.isMarkGiven ? [{ format, index }] : []));
  for (let first = 0; first < declared.length; first += COLUMNS_PER_QUERY) {
    const part = declared.slice(first, first + COLUMNS_PER_QUERY);
    const names = part.map(({ index }) => csvColumnName(index));
    const counts = await queryCsv(
      database,
      source,
      (from) => `SELECT c, ${markCountsSql("t")} FROM (SELECT c, ${trimSql("x")} AS t FROM ${unpivotSql(names, from)}) GROUP BY c`,
    );
    for (const [place, ...found] of counts) {
      const { format, index } = part[Number(place)];
      settled[index] = { ...format, decimal: declaredMark(readMarkCounts(found), markOf(format.decimal)) };
    }
  }
  return settled;
}
