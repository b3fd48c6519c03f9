import type { Database } from "../tables/database.js";
import type { ColumnFormat } from "./column-formats.js";
import { type CsvSource, csvColumnName, queryCsv } from "./csv-source.js";
import { otherDayOrder, toInstantSql } from "./date-formats.js";
import { dateBit } from "./format-flags.js";
import { trimSql } from "./number-formats.js";
import type { FormatCandidates } from "./query-formats.js";

/** Fewest years and different days that tell months from days. */
const MIN_YEARS = 2;
const MIN_DAYS = 3;

/**
 * Returns the formats, with day and month exchanged in columns that are read as days of one month but count months: 01/02/2020 in a
 * table of months is in February. The values of such a column fit both orders. As read, they lie in one month of each of several
 * years. The other way round, they lie on one day of several months.
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
  const count = (part: string) => `count(DISTINCT ${part}(t))::DOUBLE`;
  const counts = ["year", "month", "day"].map(count).join(", ");
  const instant = toInstantSql(trimSql(column), format.format, "UTC");
  const [[years, months, days]] = await queryCsv(database, source, (from) => `SELECT ${counts} FROM (SELECT ${instant} AS t FROM ${from})`);
  return (years as number) >= MIN_YEARS && months === 1 && (days as number) >= MIN_DAYS;
}

const ORDERS = ["dayFirst", "monthFirst"] as const;

/**
 * Returns the formats with one order of day and month in each column that the owner declared to be dates: that of the values which
 * fit one order alone. Else 01/05/2023 could be read as January beside 13/05/2023 in May.
 */
export async function settleDeclaredOrders(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
): Promise<ColumnFormat[]> {
  const settled: ColumnFormat[] = [];
  for (const [index, format] of formats.entries()) {
    if (format.type !== "d" || !("declared" in format)) settled.push(format);
    else {
      const wrong = await wrongOrder(database, source, index);
      settled.push({ ...format, formats: format.formats.filter((each) => wrong === undefined || !each.startsWith(wrong)) });
    }
  }
  return settled;
}

/** Returns the order that no value needs, if another one needs the other. */
async function wrongOrder(database: Database, source: CsvSource, index: number): Promise<(typeof ORDERS)[number] | undefined> {
  const text = trimSql(csvColumnName(index));
  const [day, month] = ORDERS.map(
    (order) => `coalesce(${toInstantSql(text, order, "UTC")}, ${toInstantSql(text, `${order}Short`, "UTC")}) IS NOT NULL`,
  );
  const alone = "coalesce(bool_or(day AND NOT month), false), coalesce(bool_or(month AND NOT day), false)";
  const [[dayAlone, monthAlone]] = await queryCsv(
    database,
    source,
    (from) => `SELECT ${alone} FROM (SELECT ${day} AS day, ${month} AS month FROM ${from})`,
  );
  if (dayAlone === monthAlone) return undefined;
  return dayAlone ? "monthFirst" : "dayFirst";
}
