import { DAY_MS, HOUR_MS } from "../tables/zoned-time.js";

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

/** Shortest step between business days, where clocks are put forward, and the longest one, over holidays. */
const MIN_DAY_MS = 23 * HOUR_MS;
const MAX_HOLIDAYS_MS = 31 * DAY_MS;

/** Returns whether times with these steps, the shortest first, may be business days. */
export function mayBeBusinessDays(steps: readonly number[]): boolean {
  return steps.length > 0 && steps[0] >= MIN_DAY_MS && steps[steps.length - 1] <= MAX_HOLIDAYS_MS;
}

const DAYS_PER_WEEK = 7;
const BUSINESS_DAYS_PER_WEEK = 5;
/** Least share of the business days between the first and the last time that are there; the others are holidays. */
const MIN_BUSINESS_DAY_SHARE = 0.8;

/**
 * Returns true if times are business days: five adjacent weekdays of each week, without a holiday now and then. `times` are
 * ascending and distinct, in milliseconds. No time zone is needed, since weekdays are counted from the first time.
 */
export function areBusinessDays(times: ArrayLike<number>): boolean {
  const days = Array.from(times, (time) => Math.round((time - times[0]) / DAY_MS));
  if (days.some((day, i) => Math.abs(times[i] - times[0] - day * DAY_MS) > HOUR_MS)) return false;
  const weekdays = new Set(days.map((day) => day % DAYS_PER_WEEK));
  const free = Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => weekday).filter((weekday) => !weekdays.has(weekday));
  if (weekdays.size !== BUSINESS_DAYS_PER_WEEK || ![1, DAYS_PER_WEEK - 1].includes(free[1] - free[0])) return false;
  const last = days[days.length - 1];
  const due = Array.from({ length: last + 1 }, (_, day) => day).filter((day) => weekdays.has(day % DAYS_PER_WEEK)).length;
  return days.length >= MIN_BUSINESS_DAY_SHARE * due;
}
