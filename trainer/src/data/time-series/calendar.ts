/** Days, weeks and months by the clocks of a time zone. "Clock times" are milliseconds of a clock that knows no zones. */
import type { SeriesPeriod } from "@agatha/contracts";
import { clockIn, fromZone } from "../tables/times.js";

const DAY = 86_400_000;
const WEEKDAYS = 5;
/** From the shortest month's length on. */
const SHORTEST_MONTH = 28 * DAY;

/** The months in which clock times lie when each has one day of the month and hour (or the last day, where a month is too short); else undefined. */
export function monthsOf(clock: Float64Array): Float64Array | undefined {
  if (clock.some((time, i) => i > 0 && time - clock[i - 1] < SHORTEST_MONTH)) return undefined;
  const dates = Array.from(clock, (time) => new Date(time));
  const day = Math.max(...dates.map((date) => date.getUTCDate()));
  const fits = dates.every((date, i) => date.getUTCDate() === Math.min(day, daysIn(monthIndex(date))) && (clock[i] - clock[0]) % DAY === 0);
  return fits ? Float64Array.from(dates, monthIndex) : undefined;
}

/** No time is on a Saturday or Sunday, and at least one weekend lies between them. */
export function isWithoutWeekends(clock: Float64Array): boolean {
  const spansWeekend = weekOf(clock[0]) < weekOf(clock[clock.length - 1]);
  return spansWeekend && clock.every((time) => dayOfWeek(time) < WEEKDAYS);
}

/** Weekdays counted from 1969-12-29, a Monday; weekends do not count. */
export function weekdayIndex(clock: number): number {
  return weekOf(clock) * WEEKDAYS + Math.min(dayOfWeek(clock), WEEKDAYS - 1);
}

/** The time `count` periods after `time` (both in milliseconds since the epoch). */
export function timeAfter(time: number, count: number, { unit, size }: SeriesPeriod, timezone: string): number {
  if (unit === "second") return time + count * size * 1000;
  const clock = clockIn(time, timezone);
  if (unit === "day") return fromZone(clock + count * size * DAY, timezone);
  return fromZone(unit === "month" ? monthsAfter(clock, count * size) : weekdaysAfter(clock, count * size), timezone);
}

/** The last day of a month stays the last day. */
function monthsAfter(clock: number, count: number): number {
  const date = new Date(clock);
  const from = monthIndex(date);
  const month = from + count;
  const isLast = date.getUTCDate() === daysIn(from);
  const day = isLast ? daysIn(month) : Math.min(date.getUTCDate(), daysIn(month));
  return Date.UTC(Math.floor(month / 12), month % 12, day) + timeOfDay(clock);
}

function weekdaysAfter(clock: number, count: number): number {
  const index = weekdayIndex(clock) + count;
  const days = Math.floor(index / WEEKDAYS) * 7 + (index % WEEKDAYS) - MONDAY;
  return days * DAY + timeOfDay(clock);
}

function monthIndex(date: Date): number {
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

function daysIn(month: number): number {
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
}

/** 1970-01-01 was a Thursday: three days after a Monday. */
const MONDAY = 3;

function weekOf(clock: number): number {
  return Math.floor((Math.floor(clock / DAY) + MONDAY) / 7);
}

/** 0 is Monday. */
function dayOfWeek(clock: number): number {
  return Math.floor(clock / DAY) + MONDAY - 7 * weekOf(clock);
}

function timeOfDay(clock: number): number {
  return clock - Math.floor(clock / DAY) * DAY;
}
