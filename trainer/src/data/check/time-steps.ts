import { BUSINESS_DAYS, WEEK_PARTS_LIMIT } from "@agatha/contracts";
import { DAY_MS, DAYS_PER_WEEK, HOUR_MS, utcToZonedTime, WEEK_MS } from "../tables/zoned-time.js";
import { findOpenWeek } from "../time-series/open-week.js";

/** Least and greatest number of days between neighbouring months, quarters, half-years and years. */
const CALENDAR_STEP_DAYS = [
  [28, 31],
  [89, 92],
  [181, 184],
  [365, 366],
] as const;

/**
 * Returns true if times follow each other regularly. `steps` are their distinct differences in milliseconds, after sorting.
 * Regular times occur once each, and their steps are equal or those of the calendar. Days may differ by an hour, for the change
 * of clocks.
 */
export function isRegularlySpaced(steps: readonly number[]): boolean {
  const shortest = Math.min(...steps);
  const longest = Math.max(...steps);
  if (steps.length === 0) return true;
  if (shortest <= 0) return false;
  if (shortest === longest) return true;
  if (shortest >= DAY_MS - HOUR_MS && longest - shortest <= 2 * HOUR_MS) return true;
  return CALENDAR_STEP_DAYS.some(([least, most]) => shortest >= least * DAY_MS - HOUR_MS && longest <= most * DAY_MS + HOUR_MS);
}

/** Shortest step between days, where clocks are put forward, and the longest one, over holidays. */
const MIN_DAY_MS = 23 * HOUR_MS;
const MAX_HOLIDAYS_MS = 31 * DAY_MS;
const MIN_PART_MS = WEEK_MS / WEEK_PARTS_LIMIT;

/** Returns whether times with these steps, the shortest first, may be days or hours with closed ones in the week. */
export function mayHaveOpenWeek(steps: readonly number[]): boolean {
  const [shortest] = steps;
  if (steps.length === 0 || shortest < MIN_PART_MS || steps[steps.length - 1] > MAX_HOLIDAYS_MS) return false;
  return shortest >= MIN_DAY_MS || DAY_MS % shortest === 0;
}

/** Least share of the open parts between the first and the last time that are there; the others are holidays. */
const MIN_OPEN_SHARE = 0.8;

/**
 * Returns true if times are the open days, or hours, of each week, without a holiday now and then. `times` are ascending and
 * distinct, in milliseconds, and `shortest` is the shortest step between them. No time zone is needed for days, since weekdays are
 * counted from the first time; hours follow the clocks of the zone.
 */
export function followOpenWeek(times: Float64Array, shortest: number, timezone: string): boolean {
  return shortest >= MIN_DAY_MS ? areOpenDays(times) : areOpenHours(times, shortest, timezone);
}

function areOpenDays(times: Float64Array): boolean {
  const days = times.map((time) => Math.round((time - times[0]) / DAY_MS));
  if (days.some((day, i) => Math.abs(times[i] - times[0] - day * DAY_MS) > HOUR_MS)) return false;
  return hasMost(days, findOpenWeek(days, DAYS_PER_WEEK) ?? businessDays(days), DAYS_PER_WEEK);
}

/** Returns the five adjacent weekdays of days that have no others. Two weeks are enough to show this. */
function businessDays(days: Float64Array): number[] | undefined {
  const weekdays = new Set(Array.from(days, (day) => day % DAYS_PER_WEEK));
  const all = Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => weekday);
  const free = all.filter((weekday) => !weekdays.has(weekday));
  const areAdjacent = [1, DAYS_PER_WEEK - 1].includes(free[1] - free[0]);
  return weekdays.size === BUSINESS_DAYS.length && areAdjacent ? all.filter((weekday) => weekdays.has(weekday)) : undefined;
}

function areOpenHours(times: Float64Array, length: number, timezone: string): boolean {
  const clock = times.map((time) => utcToZonedTime(time, timezone));
  const parts = clock.map((time) => (time - clock[0]) / length);
  const distinct = parts.filter((part, i) => part !== parts[i - 1]).sort();
  return parts.every(Number.isInteger) && hasMost(distinct, findOpenWeek(distinct, WEEK_MS / length), WEEK_MS / length);
}

/** Returns true if most of the open parts of the week occur. */
function hasMost(parts: Float64Array, open: readonly number[] | undefined, perWeek: number): boolean {
  if (!open) return false;
  const week = new Set(open);
  const isOpen = (part: number) => week.has(part - Math.floor(part / perWeek) * perWeek);
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const due = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(isOpen).length;
  return parts.filter(isOpen).length >= MIN_OPEN_SHARE * due;
}
