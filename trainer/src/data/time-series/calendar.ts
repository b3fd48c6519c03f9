/** Days, weeks and months of a time zone. "Clock times" are local times as milliseconds of a clock without zones. */
import type { CalendarPlace, SeriesPeriod } from "@agatha/contracts";
import type { ClockShift } from "../../numeric/series/clock-shifts.js";
import { median } from "../../numeric/statistics.js";
import { clockChanges, DAY_MS, HOUR_MS, utcToZonedTime, zonedTimeToUtc } from "../tables/zoned-time.js";

const WEEKDAYS_PER_WEEK = 5;
/** Length of the shortest month. */
const MIN_MONTH_MS = 28 * DAY_MS;

/**
 * Returns the month of each clock time, if all have the same day of the month (the last day where a month is shorter) and the
 * same time of day; undefined otherwise.
 */
export function monthIndices(clock: Float64Array): Float64Array | undefined {
  if (clock.some((time, i) => i > 0 && time - clock[i - 1] < MIN_MONTH_MS)) return undefined;
  const dates = Array.from(clock, (time) => new Date(time));
  const day = Math.max(...dates.map((date) => date.getUTCDate()));
  const fits = dates.every(
    (date, i) => date.getUTCDate() === Math.min(day, daysInMonth(monthIndex(date))) && (clock[i] - clock[0]) % DAY_MS === 0,
  );
  return fits ? Float64Array.from(dates, monthIndex) : undefined;
}

/** Largest distance from the usual day of the month, in days, and largest share of times farther away or in a month with another. */
const MAX_DAYS_OFF = 4;
const MAX_OFF_SHARE = 0.05;

/**
 * Returns the month of each clock time, if nearly each has a month of its own and is on about the same day of it, counted from its
 * beginning or its end, such as the last business days; undefined otherwise.
 */
export function looseMonthIndices(clock: Float64Array): Float64Array | undefined {
  const dates = Array.from(clock, (time) => new Date(time));
  const months = Float64Array.from(dates, monthIndex);
  const isOwn = (i: number) => months[i] !== months[i - 1];
  const fits = (days: Float64Array) => {
    const usual = median(days);
    const off = days.filter((day, i) => Math.abs(day - usual) > MAX_DAYS_OFF || !isOwn(i)).length;
    return off <= MAX_OFF_SHARE * days.length;
  };
  const fromBeginning = Float64Array.from(dates, (date) => date.getUTCDate());
  const fromEnd = months.map((month, i) => daysInMonth(month) - fromBeginning[i]);
  return fits(fromBeginning) || fits(fromEnd) ? months : undefined;
}

/** Returns true if no time is on a Saturday or Sunday and at least one weekend lies between the times. */
export function isWeekdaysOnly(clock: Float64Array): boolean {
  const spansWeekend = weekIndex(clock[0]) < weekIndex(clock[clock.length - 1]);
  return spansWeekend && clock.every((time) => dayOfWeek(time) < WEEKDAYS_PER_WEEK);
}

/** Returns the number of weekdays since 1969-12-29, a Monday; weekends do not count. */
export function weekdayIndex(clock: number): number {
  return weekIndex(clock) * WEEKDAYS_PER_WEEK + Math.min(dayOfWeek(clock), WEEKDAYS_PER_WEEK - 1);
}

/** Returns the time `count` periods after `time`, both in milliseconds since the epoch. */
export function addPeriods(time: number, count: number, { unit, size }: SeriesPeriod, timezone: string): number {
  if (unit === "second") return time + count * size * 1000;
  const clock = utcToZonedTime(time, timezone);
  if (unit === "day") return zonedTimeToUtc(clock + count * size * DAY_MS, timezone);
  return zonedTimeToUtc(unit === "month" ? addMonths(clock, count * size) : addWeekdays(clock, count * size), timezone);
}

/** How the periods of a series are counted. */
interface Calendar {
  /** A time of period 0, in milliseconds since the epoch. */
  origin: number;
  period: SeriesPeriod;
  timezone: string;
}

/** Returns the number of the period that a time lies in, counted from the period of `origin`; NaN for NaN. */
export function periodNumber(time: number, { origin, period: { unit, size }, timezone }: Calendar): number {
  if (!Number.isFinite(time)) return Number.NaN;
  if (unit === "second") return Math.round((time - origin) / (size * 1000));
  const [from, to] = [origin, time].map((instant) => utcToZonedTime(instant, timezone));
  if (unit === "day") return Math.round((to - from) / (size * DAY_MS));
  if (unit === "weekday") return Math.round((weekdayIndex(to) - weekdayIndex(from)) / size);
  return Math.round((monthIndex(new Date(to)) - monthIndex(new Date(from))) / size);
}

/** Longest season: a week of quarter hours. */
const MAX_CALENDAR_SEASON = 672;

interface CalendarSeason {
  unit: "hour" | "day" | "week" | "year";
  /** Periods in the season. */
  length: number;
}

/** Returns the seasons that the calendar suggests, the shortest first. A year of days or of weeks is a whole number of them. */
export function calendarSeasons({ unit, size }: SeriesPeriod): CalendarSeason[] {
  const [hour, day, week, year] = [3600, 86_400, 604_800, 12];
  const lengths = {
    second: { hour: hour / size, day: day / size, week: week / size },
    day: { week: 7 / size, year: Math.floor(365 / size) },
    weekday: { week: WEEKDAYS_PER_WEEK / size, year: Math.floor(261 / size) },
    month: { year: year / size },
  }[unit];
  const seasons = Object.entries(lengths).map(([name, length]) => ({ unit: name as CalendarSeason["unit"], length }));
  return seasons.filter(({ length }) => Number.isInteger(length) && length > 1 && length <= MAX_CALENDAR_SEASON);
}

/** Returns the periods in the season that the calendar suggests first: a day of hours, a week of days, a year of months; 1 for none. */
export function calendarSeason(period: SeriesPeriod): number {
  const seasons = calendarSeasons(period);
  return (seasons.find(({ unit }) => unit === "day") ?? seasons[0])?.length ?? 1;
}

/**
 * Returns the changes of clocks up to the period number `last`, for periods of which a day is a season: its hours follow the clocks.
 * Other periods have none.
 */
export function clockShifts({ origin, period, timezone }: Calendar, last: number): ClockShift[] {
  if (period.unit !== "second" || !calendarSeasons(period).some(({ unit }) => unit === "day")) return [];
  const length = period.size * 1000;
  let total = 0;
  return clockChanges(timezone, origin, origin + last * length).map(({ at, by }) => {
    total += by;
    return { from: Math.ceil((at - origin) / length), periods: Math.round(total / length) };
  });
}

/** Returns the place of a clock time: 0 to 23.99 hours, 1 (Monday) to 7, 1 to 12. */
export function calendarPlace(clock: number, place: CalendarPlace): number {
  if (place === "hour") return timeOfDay(clock) / HOUR_MS;
  return place === "weekday" ? dayOfWeek(clock) + 1 : new Date(clock).getUTCMonth() + 1;
}

/** Adds months. The last day of a month stays the last day. */
function addMonths(clock: number, count: number): number {
  const date = new Date(clock);
  const from = monthIndex(date);
  const month = from + count;
  const isLast = date.getUTCDate() === daysInMonth(from);
  const day = isLast ? daysInMonth(month) : Math.min(date.getUTCDate(), daysInMonth(month));
  return Date.UTC(Math.floor(month / 12), month % 12, day) + timeOfDay(clock);
}

function addWeekdays(clock: number, count: number): number {
  const index = weekdayIndex(clock) + count;
  const days = Math.floor(index / WEEKDAYS_PER_WEEK) * 7 + (index % WEEKDAYS_PER_WEEK) - EPOCH_WEEKDAY;
  return days * DAY_MS + timeOfDay(clock);
}

function monthIndex(date: Date): number {
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

function daysInMonth(month: number): number {
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
}

/** Weekday of 1970-01-01, a Thursday: three days after a Monday. */
const EPOCH_WEEKDAY = 3;

function weekIndex(clock: number): number {
  return Math.floor((Math.floor(clock / DAY_MS) + EPOCH_WEEKDAY) / 7);
}

/** Returns the weekday; 0 is Monday. */
function dayOfWeek(clock: number): number {
  return Math.floor(clock / DAY_MS) + EPOCH_WEEKDAY - 7 * weekIndex(clock);
}

function timeOfDay(clock: number): number {
  return clock - Math.floor(clock / DAY_MS) * DAY_MS;
}
