import type { Database } from "../tables/database.js";
import type { ColumnFormat } from "./column-formats.js";
import { type CsvSource, csvColumnName, readCsvClause } from "./csv-source.js";
import { otherDayOrder, toInstantSql } from "./date-formats.js";
import { dateBit } from "./format-flags.js";
import { trimSql } from "./number-formats.js";
import type { FormatCandidates } from "./query-formats.js";

/** Fewest years and different days that tell months from days. */
const MIN_YEARS = 2;
const MIN_DAYS = 3;

/**
 * Returns the formats with day and month exchanged in columns whose values fit both orders, lie in one month of each of several years
 * as they were read, and on one day of several months the other way round: 01/02/2020 in a table of months is in February.
 */
export async function settleDayOrders(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
  surveys: readonly FormatCandidates[],
): Promise<ColumnFormat[]> {
  const settled: ColumnFormat[] = [];
  for (const [index, format] of formats.entries()) {
    const other = format.type === "d" && !("declared" in format) ? otherDayOrder(format.format) : undefined;
    const isOpen = other !== undefined && (surveys[index].formats & dateBit(other)) !== 0;
    const isMonths = isOpen && format.type === "d" && "format" in format && (await areMonths(database, source, index, format));
    settled.push(isMonths && other ? { ...format, format: other } : format);
  }
  return settled;
}

async function areMonths(database: Database, source: CsvSource, index: number, format: { format: Parameters<typeof toInstantSql>[1] }) {
  const column = csvColumnName(index);
  const { from, path } = readCsvClause(source);
  const count = (part: string) => `count(DISTINCT ${part}(t))::DOUBLE`;
  const [[years, months, days]] = await database.rows(
    `SELECT ${["year", "month", "day"].map(count).join(", ")} FROM (SELECT ${toInstantSql(trimSql(column), format.format, "UTC")} AS t FROM ${from})`,
    [path],
  );
  return (years as number) >= MIN_YEARS && months === 1 && (days as number) >= MIN_DAYS;
}
