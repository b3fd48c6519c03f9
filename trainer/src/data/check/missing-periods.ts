/** Times that would follow each other regularly, but for some that are missing. */
import { DAY_MS, HOUR_MS } from "../tables/zoned-time.js";
import { MIN_CALENDAR_STEP_MS } from "../time-series/infer-frequency.js";

/** A difference between adjacent times in milliseconds, and how often it occurs. */
export interface StepCount {
  step: number;
  count: number;
}

export interface MissingPeriods {
  unit: "hour" | "day" | "month" | "period";
  missing: number;
  /** Periods from the first time to the last one, with the missing ones. */
  periods: number;
}

/** Largest share of missing periods at which the others show the rhythm. */
const MAX_MISSING_SHARE = 0.2;
const DAYS_PER_MONTH = 365.2425 / 12;
/** Largest difference in days between some months in a row and as many mean ones, such as February of 28 days. */
const MONTH_TOLERANCE_DAYS = 2.6;
/** The longest first, since quarters are months too. */
const MONTHS = [12, 6, 3, 1];

interface Rhythm {
  unit: MissingPeriods["unit"];
  length: number;
  tolerance: number;
}

/**
 * Returns how many periods between the first and the last time have none. `steps` are those between adjacent times. Returns undefined
 * if the times repeat, follow no rhythm, or lack more than a fifth of the periods.
 */
export function findMissingPeriods(steps: readonly StepCount[]): MissingPeriods | undefined {
  if (steps.length === 0 || steps.some(({ step }) => step <= 0)) return undefined;
  const usual = steps.reduce((most, each) => (each.count > most.count ? each : most)).step;
  const rhythms = [fixedRhythm(usual), ...MONTHS.map(monthlyRhythm)];
  const rhythm = rhythms.find(({ length, tolerance }) =>
    steps.every(({ step }) => step > length / 2 && Math.abs(step - Math.round(step / length) * length) <= tolerance),
  );
  if (!rhythm) return undefined;
  const periods = 1 + steps.reduce((sum, { step, count }) => sum + count * Math.round(step / rhythm.length), 0);
  const missing = periods - 1 - steps.reduce((sum, { count }) => sum + count, 0);
  return missing <= MAX_MISSING_SHARE * periods ? { unit: rhythm.unit, missing, periods } : undefined;
}

function fixedRhythm(step: number): Rhythm {
  if (step < MIN_CALENDAR_STEP_MS) return { unit: step === HOUR_MS ? "hour" : "period", length: step, tolerance: 0 };
  const length = Math.round(step / DAY_MS) * DAY_MS;
  return { unit: length === DAY_MS ? "day" : "period", length, tolerance: HOUR_MS };
}

function monthlyRhythm(months: number): Rhythm {
  return {
    unit: months === 1 ? "month" : "period",
    length: months * DAYS_PER_MONTH * DAY_MS,
    tolerance: MONTH_TOLERANCE_DAYS * DAY_MS + HOUR_MS,
  };
}
