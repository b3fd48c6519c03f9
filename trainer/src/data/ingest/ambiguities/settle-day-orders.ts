import type { Database } from "../../tables/database.js";
import { type CsvSource, csvColumnName, queryCsv } from "../csv/csv-source.js";
import { type ColumnFormat, isDeclaredTimes } from "../formats/column-formats.js";
import { type DateFormat, EXCHANGED_DAY, mayBeYearFirst, otherDayOrder } from "../formats/date-formats.js";
import { toInstantSql } from "../formats/date-sql.js";
import { areDaysExchanged, type OrderedDay } from "../formats/exchanged-days.js";
import { dateBit } from "../formats/format-flags.js";
import { trimSql } from "../formats/number-formats.js";
import type { FormatCandidates } from "../formats/query-formats.js";

/** Fewest years and different days that distinguish months from days. */
const MIN_YEARS = 2;
const MIN_DAYS = 3;
/** Each month has so many days. Values with so many years have days instead. */
const DAYS_OF_MONTH = 28;

/** Fewest values, and least share of them, that show that their first number is no day but a year. */
const MIN_YEARS_FIRST = { count: 2, share: 0.1 };

/**
 * Returns the formats, with another order in columns whose values fit several orders but show one by the days on which they lie:
 * - The year comes first in 24/01/15 if otherwise the days would be the years.
 * - 01/02/2020 in a table of months is in February. With day and month the other way round, the values lie on one day of several
 * months; as read, in one month of each of several years.
 */
export async function settleDayOrders(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
  surveys: readonly FormatCandidates[],
): Promise<ColumnFormat[]> {
  const settled: ColumnFormat[] = [];
  for (const [index, format] of (await settleShortYears(database, source, formats, surveys)).entries()) {
    const other = isInferredDay(format) ? otherDayOrder(format.format) : undefined;
    const isOpen = other !== undefined && (surveys[index].formats & dateBit(other)) !== 0;
    const isMonths = isOpen && isInferredDay(format) && (await areMonths(database, source, index, format));
    settled.push(isMonths && other ? { ...format, format: other } : format);
  }
  return settled;
}

type InferredDay = Extract<ColumnFormat, { format: DateFormat }>;
const isInferredDay = (format: ColumnFormat): format is InferredDay => "format" in format;

/** Returns the formats with the year first in all columns that allow it, if one of them shows it. */
async function settleShortYears(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
  surveys: readonly FormatCandidates[],
): Promise<readonly ColumnFormat[]> {
  const isOpen = (format: ColumnFormat, index: number): format is InferredDay =>
    isInferredDay(format) && mayBeYearFirst(format.format) && (surveys[index].formats & dateBit("yearFirstShort")) !== 0;
  for (const [index, format] of formats.entries()) {
    if (isOpen(format, index) && (await areYearsFirst(database, source, index, format.format)))
      return formats.map((each, other) => (isOpen(each, other) ? { ...each, format: "yearFirstShort" } : each));
  }
  return formats;
}

/**
 * Returns true for a column of days that begin with a year of two digits. Read in the given order, they lie in as many years as a
 * month has days, or several cannot be read because the first number is no day; or with the year first, each month has one.
 */
async function areYearsFirst(database: Database, source: CsvSource, index: number, order: DateFormat): Promise<boolean> {
  const text = trimSql(csvColumnName(index));
  const counts = `count(t)::DOUBLE, count(y)::DOUBLE, (count(*) FILTER (t IS NOT NULL AND y IS NULL))::DOUBLE,
    (count(*) FILTER (t IS NULL AND year(y) NOT BETWEEN 2001 AND 2031))::DOUBLE,
    count(DISTINCT year(t))::DOUBLE, count(DISTINCT day(t))::DOUBLE, (${eachMonthOnceSql("y")})::INTEGER`;
  const [[read, yearFirst, onlyRead, noDays, years, days, isMonthly]] = (await queryCsv(
    database,
    source,
    (from) =>
      `SELECT ${counts} FROM (SELECT ${toInstantSql(text, order, "UTC")} AS t, ${toInstantSql(text, "yearFirstShort", "UTC")} AS y FROM ${from})`,
  )) as number[][];
  if (yearFirst === 0 || onlyRead > 0) return false;
  if (read === 0 || (noDays >= MIN_YEARS_FIRST.count && noDays >= MIN_YEARS_FIRST.share * yearFirst)) return true;
  return (years >= DAYS_OF_MONTH && days < years) || isMonthly === 1;
}

/** Condition of a column of times: more than a year of months, without a gap, with one day each. */
function eachMonthOnceSql(time: string): string {
  const months = `count(DISTINCT date_trunc('month', ${time}))`;
  const span = `date_diff('month', min(${time}), max(${time}))`;
  return `${months} = count(DISTINCT ${time}::DATE) AND ${months} = ${span} + 1 AND ${span} >= 12`;
}

/** Condition of a column of times that are read with a year of two digits at their end: it is no day. */
export const yearsAreLastSql = (time: string): string =>
  `count(DISTINCT year(${time})) < count(DISTINCT day(${time})) OR (${eachMonthOnceSql(time)})`;

async function areMonths(database: Database, source: CsvSource, index: number, format: InferredDay) {
  const column = csvColumnName(index);
  const count = (part: string) => `count(DISTINCT ${part}(t))::DOUBLE`;
  const counts = ["year", "month", "day"].map(count).join(", ");
  const instant = toInstantSql(trimSql(column), format.format, "UTC");
  const [[years, months, days]] = await queryCsv(database, source, (from) => `SELECT ${counts} FROM (SELECT ${instant} AS t FROM ${from})`);
  return (years as number) >= MIN_YEARS && months === 1 && (days as number) >= MIN_DAYS;
}

const ORDERS = ["dayFirst", "monthFirst"] as const;

/**
 * Returns the formats with one order of day and month in each column that the owner declared to be dates: that of the values which fit
 * one order alone. Otherwise 01/05/2023 could be read as January although 13/05/2023 is in May.
 */
export async function settleDeclaredOrders(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
): Promise<ColumnFormat[]> {
  const settled: ColumnFormat[] = [];
  for (const [index, format] of formats.entries()) {
    if (!isDeclaredTimes(format) || format.formats.length === 1) settled.push(format);
    else settled.push({ ...format, formats: await declaredOrders(database, source, index, format.formats) });
  }
  return settled;
}

async function declaredOrders(database: Database, source: CsvSource, index: number, formats: readonly DateFormat[]): Promise<DateFormat[]> {
  const wrong = await wrongOrder(database, source, index);
  const possible = formats.filter((each) => wrong === undefined || !each.startsWith(wrong));
  // The owner's order is the first one.
  if (formats[0] === "yearFirst") return possible;
  const others = possible.filter((each) => each !== "yearFirstShort");
  if (await areYearsFirst(database, source, index, "dayFirstShort"))
    return ["yearFirstShort", ...others.filter((each) => !mayBeYearFirst(each))];
  if (!areDaysExchanged(await orderedDays(database, source, index))) return others;
  return [EXCHANGED_DAY, ...others.filter((each) => each !== EXCHANGED_DAY && each !== "yearFirst")];
}

/** Returns the SQL of a text with the day or month first, whose year has four digits or two. */
const inOrderSql = (text: string, order: (typeof ORDERS)[number]) =>
  `coalesce(${toInstantSql(text, order, "UTC")}, ${toInstantSql(text, `${order}Short`, "UTC")})`;

/** Most different days of a column that are looked at: those of 270 years. */
const MOST_DAYS = 100_000;

/** Returns the different days of a column. */
async function orderedDays(database: Database, source: CsvSource, index: number): Promise<OrderedDay[]> {
  const text = trimSql(csvColumnName(index));
  const instants = [toInstantSql(text, "yearFirst", "UTC"), ...ORDERS.map((order) => inOrderSql(text, order))];
  const days = instants.map((instant) => `epoch_ms(date_trunc('day', ${instant}))::DOUBLE`).join(", ");
  const rows = await queryCsv(database, source, (from) => `SELECT DISTINCT ${days} FROM ${from} LIMIT ${MOST_DAYS}`);
  return (rows as (number | null)[][]).map(([yearFirst, dayFirst, monthFirst]) => ({
    yearFirst: yearFirst ?? undefined,
    dayFirst: dayFirst ?? undefined,
    monthFirst: monthFirst ?? undefined,
  }));
}

/** Returns the order that no value needs, if another one needs the other. */
async function wrongOrder(database: Database, source: CsvSource, index: number): Promise<(typeof ORDERS)[number] | undefined> {
  const text = trimSql(csvColumnName(index));
  const [day, month] = ORDERS.map((order) => `${inOrderSql(text, order)} IS NOT NULL`);
  const alone = "coalesce(bool_or(day AND NOT month), false), coalesce(bool_or(month AND NOT day), false)";
  const [[dayAlone, monthAlone]] = await queryCsv(
    database,
    source,
    (from) => `SELECT ${alone} FROM (SELECT ${day} AS day, ${month} AS month FROM ${from})`,
  );
  if (dayAlone === monthAlone) return undefined;
  return dayAlone ? "monthFirst" : "dayFirst";
}
