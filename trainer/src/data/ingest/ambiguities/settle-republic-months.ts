import { isMonthName } from "../../column-names/time-names.js";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { type DateFormat, toInstantSql } from "../formats/date-formats.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";

const MONTH: DateFormat = "compactRepublicMonth";

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
    format.type === "d" && "declared" in format && format.formats.includes("serial") && isMonthName(source.headers[index] ?? "");
  const found = await columnsThatMeet(database, source, {
    columns: formats.flatMap((format, index) => (mayBe(format, index) ? [index] : [])),
    inHead: haveNoOtherNumbersSql,
    inAllRows: (column) => `${haveNoOtherNumbersSql(column)} AND count(*) FILTER (${isNumberSql(column)}) > 0`,
  });
  return formats.map((format, index) =>
    format.type === "d" && "declared" in format && found.has(index)
      ? {
          ...format,
          formats: format.formats.filter((each) => each !== MONTH).flatMap((each) => (each === "serial" ? [MONTH, each] : [each])),
        }
      : format,
  );
}

const isNumberSql = (column: string): string => fullMatchSql(trimSql(column), "\\d{5}(?:[.]\\d+)?");

const haveNoOtherNumbersSql = (column: string): string =>
  `count(*) FILTER (${isNumberSql(column)} AND ${toInstantSql(trimSql(column), MONTH, "UTC")} IS NULL) = 0`;
