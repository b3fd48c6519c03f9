/** Days, weeks and months of a time zone. "Clock times" are local times as milliseconds of a clock without zones. */
import { type CalendarPlace, type OpenWeek, openDays, openWeekOf, type SeriesPeriod } from "@agatha/contracts";
import type { ClockShift } from "../../numeric/series/clock-shifts.js";
import { median } from "../../numeric/statistics.js";
import { beginningOfDay, clockChanges, DAY_MS, HOUR_MS, utcToZonedTime, zonedTimeToUtc } from "../tables/zoned-time.js";
import { addOpenParts, openPartNumber, weekPart } from "./open-week.js";

const DAY_SECONDS = 86_400;
const FRIDAY = 4;
/** Days of the shortest month. */
const SHORTEST_MONTH = 28;
const MIN_MONTH_MS = SHORTEST_MONTH * DAY_MS;

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

/** Fewest times on any day of a month that show months, and least share of the months that they have to have. */
const MIN_OWN_MONTHS = 12;
const MIN_OWN_SHARE = 0.9;

/**
 * Returns the month of each clock time, if each has a month of its own and most months from the first to the last have one, such as
 * polls on some day of each month; undefined otherwise.
 */
export function ownMonthIndices(clock: Float64Array): Float64Array | undefined {
  const months = clock.map((time) => monthIndex(new Date(time)));
  const isOwn = months.every((month, i) => month !== months[i - 1]);
  const due = months[months.length - 1] - months[0] + 1;
  return isOwn && months.length >= MIN_OWN_MONTHS && months.length >= MIN_OWN_SHARE * due ? months : undefined;
}

/** Returns the time `count` periods after `time`, both in milliseconds since the epoch; NaN for NaN. */
export function addPeriods(time: number, count: number, period: SeriesPeriod, timezone: string): number {
  const { unit, size } = period;
  const week = openWeekOf(period);
  if (unit === "second" && !week) return time + count * size * 1000;
  const clock = utcToZonedTime(time, timezone);
  if (week) return zonedTimeToUtc(addOpenParts(clock, count, week), timezone);
  return zonedTimeToUtc(unit === "day" ? clock + count * size * DAY_MS : addMonths(clock, count * size, period.day), timezone);
}

/** How the periods of a series are counted. */
interface Calendar {
  /** A time of period 0, in milliseconds since the epoch. */
  origin: number;
  period: SeriesPeriod;
  timezone: string;
}

/** Returns the number of a time's period, counted from the period of `origin`. NaN if either is NaN or the time is closed. */
export function periodNumber(time: number, { origin, period, timezone }: Calendar): number {
  const { unit, size } = period;
  const week = openWeekOf(period);
  if (!Number.isFinite(time)) return Number.NaN;
  if (unit === "second" && !week) return Math.round((time - origin) / (size * 1000));
  const [from, to] = [origin, time].map((instant) => utcToZonedTime(instant, timezone));
  if (week) return openPartNumber(to, week) - openPartNumber(from, week);
  if (unit === "day" && period.by === "date") return dateNumber(to) - dateNumber(from);
  if (unit === "day") return Math.round((to - from) / (size * DAY_MS));
  return Math.round((monthIndex(new Date(to)) - monthIndex(new Date(from))) / size);
}

/** Returns the number of the date of a clock time. */
export const dateNumber = (clock: number): number => Math.floor(clock / DAY_MS);

/** Longest season: a week of quarter hours. */
const MAX_CALENDAR_SEASON = 672;
const DAYS_PER_YEAR = 365.25;

interface CalendarSeason {
  unit: "hour" | "day" | "week" | "year";
  /** Periods in the season. */
  length: number;
}

/**
 * Returns the seasons that the calendar suggests, the shortest first. A year of days or of weeks is a whole number of them. A week has
 * its open parts alone.
 */
export function calendarSeasons(period: SeriesPeriod): CalendarSeason[] {
  const { unit, size } = period;
  const [hour, day, week, year] = [3600, 86_400, 604_800, 12];
  const open = openWeekOf(period);
  const openLength = open?.open.length ?? 0;
  const lengths = {
    second: open ? openSeasons(open) : { hour: hour / size, day: day / size, week: week / size },
    day: { week: 7 / size, year: Math.floor(365 / size) },
    weekday: { week: openLength, year: Math.round((openLength * DAYS_PER_YEAR) / 7) },
    month: { year: year / size },
  }[unit];
  const seasons = Object.entries(lengths).map(([name, length]) => ({ unit: name as CalendarSeason["unit"], length }));
  return seasons.filter(({ length }) => Number.isInteger(length) && length > 1 && length <= MAX_CALENDAR_SEASON);
}

/** Returns the seasons of open hours. Hours and days are seasons where all open days have as many whole ones. */
function openSeasons(week: OpenWeek): Partial<Record<CalendarSeason["unit"], number>> {
  const [day, ...others] = openDays(week).map(({ parts }) => parts);
  const hour = 3600 / week.seconds;
  if (others.some((parts) => parts !== day)) return { week: week.open.length };
  return { ...(day % hour === 0 && { hour }), day, week: week.open.length };
}

/** Returns the periods in the season that the calendar suggests first: a day of hours, a week of days, a year of months; 1 for none. */
export function calendarSeason(period: SeriesPeriod): number {
  const seasons = calendarSeasons(period);
  return (seasons.find(({ unit }) => unit === "day") ?? seasons[0])?.length ?? 1;
}

/** Returns the season that a method follows itself, 1 without any, and the longer ones. */
export function seasonsOf(period: SeriesPeriod): { season: number; longerSeasons: number[] } {
  const season = calendarSeason(period);
  const longerSeasons = calendarSeasons(period).map(({ length }) => length);
  return { season, longerSeasons: longerSeasons.filter((length) => length > season) };
}

/**
 * Returns the changes of clocks up to the period number `last`, for periods of which a day is a season: its hours follow the clocks.
 * Other periods have none, nor have open hours, which are counted by the clocks.
 */
export function clockShifts({ origin, period, timezone }: Calendar, last: number): ClockShift[] {
  if (period.unit !== "second" || period.open || !calendarSeasons(period).some(({ unit }) => unit === "day")) return [];
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

/**
 * Adds months. Times are on the day that the months have, if they have one; the last day of a month where it is shorter. Without one
 * the last day of a month stays the last day.
 */
function addMonths(clock: number, count: number, ofMonths: SeriesPeriod["day"]): number {
  const date = new Date(clock);
  const from = monthIndex(date);
  const month = from + count;
  const own = typeof ofMonths === "number" ? ofMonths : date.getUTCDate();
  const isLast = ofMonths === "last" || (ofMonths === undefined && own === daysInMonth(from));
  const plain = isLast ? daysInMonth(month) : Math.min(own, daysInMonth(month));
  const day = ofMonths === "last_weekday" ? lastWeekday(month) : plain;
  return beginningOfDay(Math.floor(month / 12), month % 12, day) + timeOfDay(clock);
}

/** Least share of months that have a time on their last day, or on their last one from Monday to Friday. Others have holidays. */
const MIN_LAST_SHARE = 0.8;

/** Returns the day of their month that nearly all clock times are on: the last one, or the last one from Monday to Friday. */
export function lastDayOfMonths(clock: Float64Array): SeriesPeriod["day"] {
  const shareOn = (dayOf: (month: number) => number) =>
    clock.filter((time) => new Date(time).getUTCDate() === dayOf(monthIndex(new Date(time)))).length / clock.length;
  const [last, weekday] = [shareOn(daysInMonth), shareOn(lastWeekday)];
  if (Math.max(last, weekday) < MIN_LAST_SHARE) return undefined;
  return weekday > last ? "last_weekday" : "last";
}

/** Returns the day of exact months that are not all on their last day, though the times of short ones may be; undefined for others. */
export function longDayOfMonths(clock: Float64Array): SeriesPeriod["day"] {
  const dates = Array.from(clock, (time) => new Date(time));
  const day = Math.max(...dates.map((date) => date.getUTCDate()));
  const areLast = dates.every((date) => date.getUTCDate() === daysInMonth(monthIndex(date)));
  return day >= SHORTEST_MONTH && !areLast ? day : undefined;
}

/** Returns the last day of a month that is no Saturday or Sunday. */
function lastWeekday(month: number): number {
  const last = daysInMonth(month);
  const weekday = dayOfWeek(beginningOfDay(Math.floor(month / 12), month % 12, last));
  return last - Math.max(0, weekday - FRIDAY);
}

function monthIndex(date: Date): number {
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

function daysInMonth(month: number): number {
  return new Date(beginningOfDay(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
}

/** Returns the weekday; 0 is Monday. */
function dayOfWeek(clock: number): number {
  const day = weekPart(clock, DAY_SECONDS);
  return day - Math.floor(day / 7) * 7;
}

function timeOfDay(clock: number): number {
  return clock - Math.floor(clock / DAY_MS) * DAY_MS;
}
