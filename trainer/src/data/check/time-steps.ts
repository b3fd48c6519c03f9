const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
