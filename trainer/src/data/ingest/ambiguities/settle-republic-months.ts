import { isMonthName } from "../../column-names/time-names.js";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import { type ColumnFormat, isDeclaredTimes } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import type { DateFormat } from "../formats/date-formats.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";
import { allMatchesAreTimesSql } from "./whole-column.js";

const MONTH: DateFormat = "compactRepublicMonth";
const FIVE_DIGITS = "\\d{5}(?:[.]\\d+)?";

/**
 * Returns the formats, with months of the Republic of China before a spreadsheet's numbers of days in declared columns with the name of
 * a month whose numbers of five digits are all such months: 10901.
 */
export async function settleRepublicMonths(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
): Promise<ColumnFormat[]> {
  const mayBe = (format: ColumnFormat, index: number) =>
    isDeclaredTimes(format) && format.formats.includes("serial") && isMonthName(source.headers[index] ?? "");
  const found = await columnsThatMeet(database, source, {
    columns: formats.flatMap((format, index) => (mayBe(format, index) ? [index] : [])),
    inHead: haveNoOtherNumbersSql,
    inAllRows: (column) => `${haveNoOtherNumbersSql(column)} AND ${haveNumbersSql(column)}`,
  });
  return formats.map((format, index) =>
    isDeclaredTimes(format) && found.has(index)
      ? {
          ...format,
          formats: format.formats.filter((each) => each !== MONTH).flatMap((each) => (each === "serial" ? [MONTH, each] : [each])),
        }
      : format,
  );
}

const haveNumbersSql = (column: string): string => `count(*) FILTER (${fullMatchSql(trimSql(column), FIVE_DIGITS)}) > 0`;

const haveNoOtherNumbersSql = (column: string): string => allMatchesAreTimesSql(column, FIVE_DIGITS, MONTH);
