import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import { type ColumnFormat, isDeclaredTimes } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";
import { allMatchesAreTimesSql } from "./whole-column.js";

/** A year with a fraction so short that it may be the number of a month too. */
const SHORT_FRACTION = "\\d{4}[.,]\\d{1,2}";
/** A month of one digit, and of two. 2024.1 may be October, whose last zero is lost. */
const SHORT_MONTH = "\\d{4}[.,][2-9]";
const LONG_MONTH = "\\d{4}[.,]0[1-9]";

/**
 * Returns the formats, with numbers of months instead of decimal years in declared columns where a month begins at some of the short
 * fractions and at others not: 2024.08 is no February beside 2024.07, but August. Beside 2024.2, 2024.1 is January, not October, unless
 * there are months such as 2024.01.
 */
export async function settleDecimalYears(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const mayBe = (format: ColumnFormat) => isDeclaredTimes(format) && format.formats.length > 1 && format.formats.includes("decimalYear");
  const found = await columnsThatMeet(database, source, {
    columns: formats.flatMap((format, index) => (mayBe(format) ? [index] : [])),
    inHead: beginMonthsSql,
    inAllRows: beginMonthsSql,
  });
  const months = formats.flatMap((format, index) => (mayBe(format) && !found.has(index) ? [index] : []));
  const short = await columnsThatMeet(database, source, { columns: months, inHead: () => "true", inAllRows: haveShortMonthsSql });
  return formats.map((format, index) => {
    if (!isDeclaredTimes(format) || !months.includes(index)) return format;
    const form = short.has(index) ? "pointMonthShort" : "pointMonth";
    return { ...format, formats: format.formats.map((each) => (each === "decimalYear" ? form : each)) };
  });
}

function haveShortMonthsSql(column: string): string {
  const countOf = (pattern: string) => `count(*) FILTER (${fullMatchSql(trimSql(column), pattern)})`;
  return `${countOf(SHORT_MONTH)} > 0 AND ${countOf(LONG_MONTH)} = 0`;
}

const beginMonthsSql = (column: string): string => allMatchesAreTimesSql(column, SHORT_FRACTION, "decimalYear");
