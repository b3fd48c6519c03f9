import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { toInstantSql } from "../formats/date-formats.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";

/** A year with a fraction so short that it may be the number of a month too. */
const SHORT_FRACTION = "\\d{4}[.,]\\d{1,2}";

/**
 * Returns the formats, with numbers of months instead of decimal years in declared columns where a month begins at some of the short
 * fractions and at others not: 2024.08 is no February beside 2024.07, but August.
 */
export async function settleDecimalYears(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const mayBe = (format: ColumnFormat) =>
    format.type === "d" && "declared" in format && format.formats.length > 1 && format.formats.includes("decimalYear");
  const found = await columnsThatMeet(database, source, {
    columns: formats.flatMap((format, index) => (mayBe(format) ? [index] : [])),
    inHead: beginMonthsSql,
    inAllRows: beginMonthsSql,
  });
  return formats.map((format, index) =>
    format.type === "d" && "declared" in format && mayBe(format) && !found.has(index)
      ? { ...format, formats: format.formats.map((each) => (each === "decimalYear" ? "pointMonth" : each)) }
      : format,
  );
}

function beginMonthsSql(column: string): string {
  const text = trimSql(column);
  return `count(*) FILTER (${fullMatchSql(text, SHORT_FRACTION)} AND ${toInstantSql(text, "decimalYear", "UTC")} IS NULL) = 0`;
}
