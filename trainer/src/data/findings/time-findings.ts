/** Times that were read as numbers, and times later than today. */
import type { DataFinding } from "@agatha/contracts";
import { isDayName, isTimeName, isYearName } from "../column-names/time-names.js";
import type { Column, NumberColumn } from "../tables/table.js";
import { DAY_MS } from "../tables/zoned-time.js";

type Finding = Omit<DataFinding, "message">;

/** Fewest different numbers that count as times. */
const MIN_TIMES = 6;
const YEARS = { from: 1900, to: 2100 };
/** Years of the Republic of China with three digits, from 2011 to 2060. */
const REPUBLIC_YEARS = { from: 100, to: 150 };
/** First year of times whose name or order shows them too. */
const EARLIEST_YEAR = 1500;
/** Largest distance of a decimal year from the beginning of a month, in months: a fraction of two digits. */
const MONTH_TOLERANCE = 0.072;
/** Times since 1970 from 1990 to 2100, in seconds. */
const EPOCH = { from: 631_152_000, to: 4_102_444_800 };
/** Days that spreadsheets count since 1899-12-30, from 1990 to 2100. */
const SERIAL = { from: 32_874, to: 73_051 };
const TOLERANCE_MS = DAY_MS;

/**
 * Returns the findings of all columns. Numbers that repeat those of a column of times by its name in every row where it has one, as
 * numbered rows repeat the year, are told once.
 */
export function findTimes(columns: readonly Column[], now: number): Finding[] {
  const numbers = columns.filter((column): column is NumberColumn => column.type === "n");
  const named = numbers.filter(({ name, values }) => isTimeName(name) && lookLikeTimes(name, values.filter(Number.isFinite)));
  return columns.flatMap((column) => {
    const repeats = column.type === "n" && !isTimeName(column.name) && named.some((other) => haveEqualValues(column, other));
    return findAmongTimes(column, now).filter(({ code }) => code !== "times_as_numbers" || !repeats);
  });
}

/** Returns true if the numbers are equal in all rows in which neither is missing. */
function haveEqualValues(a: NumberColumn, b: NumberColumn): boolean {
  return a.values.every((value, row) => value === b.values[row] || Number.isNaN(value) || Number.isNaN(b.values[row]));
}

/** Returns a finding for a column of numbers that look like times, and one for times later than `now` in milliseconds. */
export function findAmongTimes(column: Column, now: number): Finding[] {
  const { name, type } = column;
  if (type === "s") return [];
  const present = column.values.filter(Number.isFinite);
  if (type === "n")
    return lookLikeTimes(name, present) ? [{ code: "times_as_numbers", column: name, values: { example: exampleOf(present) } }] : [];
  const later = present.filter((time) => time > now + TOLERANCE_MS);
  if (later.length === 0) return [];
  const last = new Date(later.reduce((a, b) => Math.max(a, b))).toISOString().slice(0, 10);
  return [{ code: "later_than_today", column: name, values: { count: later.length, rows: present.length, last } }];
}

/** Returns the first number, or the first with a fraction, which shows decimal years. */
function exampleOf(present: Float64Array): string {
  return String(present.find((value) => !Number.isInteger(value)) ?? present[0]);
}

/**
 * Years count up or down by 1, or have a name of times; before 1900 both, or a name of years. Decimal years such as 1949.083 have the
 * name of times and are beginnings of months. Months of six digits, days of eight, minutes of twelve and seconds of fourteen show
 * themselves. Days of the Republic of China, such as 1090229, have the name of days. Seconds and milliseconds since 1970 have the name of
 * times, serial numbers of spreadsheets that of days.
 */
function lookLikeTimes(name: string, present: Float64Array): boolean {
  const distinct = new Set(present);
  if (distinct.size < MIN_TIMES || !present.every((value) => value >= EARLIEST_YEAR)) return false;
  const within = (from: number, to: number) => present.every((value) => value >= from && value <= to);
  const isEpoch = within(EPOCH.from, EPOCH.to) || within(1000 * EPOCH.from, 1000 * EPOCH.to);
  if (isEpoch) return isTimeName(name);
  if (within(SERIAL.from, SERIAL.to)) return isDayName(name);
  if (!present.every(Number.isInteger)) return within(EARLIEST_YEAR, YEARS.to) && isTimeName(name) && present.every(beginsMonth);
  if (within(YEARS.from, YEARS.to)) return isTimeName(name) || isRunOfYears(present);
  if (within(EARLIEST_YEAR, YEARS.to)) return isYearName(name) || (isTimeName(name) && isRunOfYears(present));
  const isMonth = (value: number) => value % 100 >= 1 && value % 100 <= 12;
  if (within(100 * YEARS.from, 100 * YEARS.to)) return present.every(isMonth);
  const isDay = (value: number) => value % 100 >= 1 && value % 100 <= 31 && isMonth(Math.floor(value / 100));
  if (within(10_000 * REPUBLIC_YEARS.from, 10_000 * REPUBLIC_YEARS.to)) return isDayName(name) && present.every(isDay);
  if (within(10_000 * YEARS.from, 10_000 * YEARS.to)) return present.every(isDay);
  const areTimesOfDays = (clock: number) =>
    present.every((value) => isDay(Math.floor(value / clock)) && isTimeOfDay(((value % clock) * 1e6) / clock)) &&
    !areNumberedByDay(present, clock);
  if (within(1e8 * YEARS.from, 1e8 * YEARS.to)) return areTimesOfDays(1e4);
  return within(1e10 * YEARS.from, 1e10 * YEARS.to) && areTimesOfDays(1e6);
}

/** Returns true if the digits below `clock` count up to 59 at most: the lots of a day, not its minutes or seconds. */
function areNumberedByDay(present: Float64Array, clock: number): boolean {
  const last = present.map((value) => value % clock);
  return last.every((digits) => digits < 60) && last.some((digits) => digits > 0);
}

/** Returns true for the time of day of six digits, such as 103000. */
function isTimeOfDay(digits: number): boolean {
  return digits < 24e4 && digits % 1e4 < 6e3 && digits % 100 < 60;
}

function beginsMonth(year: number): boolean {
  return Math.abs(12 * year - Math.round(12 * year)) <= MONTH_TOLERANCE;
}

function isRunOfYears(years: Float64Array): boolean {
  const step = years[1] - years[0];
  return Math.abs(step) === 1 && years.every((year, i) => i === 0 || year - years[i - 1] === step);
}
