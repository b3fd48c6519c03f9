/**
 * How the times of a series follow each other: what a period is, and in which one each time lies. Periods without a row
 * are gaps; times that are a little off belong to the nearest period; times without any rhythm make no series.
 */
import type { SeriesPeriod } from "@agatha/contracts";
import { utcToZonedTime } from "../tables/zoned-time.js";
import { isWeekdaysOnly, monthIndices, weekdayIndex } from "./calendar.js";

export interface Frequency {
  period: SeriesPeriod;
  /** For each time its period, counted from the first one's, which is 0. Ascending. */
  index: Float64Array;
  /** Whether every time lies exactly where its period begins. */
  exact: boolean;
}

const DAY_MS = 86_400_000;
/** Steps from here on are looked at by the calendar of the zone, where days can have 23 or 25 hours. */
const MIN_CALENDAR_STEP_MS = 20 * 3_600_000;
/** A step may be off a whole number of periods by so much of one, … */
const STEP_TOLERANCE = 0.25;
/** … and so many of the steps by more. */
const MAX_IRREGULAR_SHARE = 0.05;
const NEGLIGIBLE = 1e-6;

/** `times` are at least two, ascending, none twice. Undefined when they follow no rhythm. */
export function inferFrequency(times: Float64Array, timezone: string): Frequency | undefined {
  const typical = quantile(differences(times).sort(), 0.5);
  if (typical < MIN_CALENDAR_STEP_MS) return fixedFrequency(times, "second");
  const clock = times.map((time) => utcToZonedTime(time, timezone));
  return monthlyFrequency(clock) ?? weekdayFrequency(clock) ?? fixedFrequency(clock, "day");
}

function monthlyFrequency(clock: Float64Array): Frequency | undefined {
  const months = monthIndices(clock);
  if (!months) return undefined;
  const index = months.map((month) => month - months[0]);
  const size = differences(index).reduce(greatestCommonDivisor);
  return { period: { unit: "month", size }, index: index.map((month) => month / size), exact: true };
}

function weekdayFrequency(clock: Float64Array): Frequency | undefined {
  const steps = differences(clock);
  const daily = steps.every((step) => step % DAY_MS === 0) && quantile(steps.slice().sort(), 0.5) === DAY_MS;
  if (!daily || !isWeekdaysOnly(clock)) return undefined;
  const first = weekdayIndex(clock[0]);
  return { period: { unit: "weekday", size: 1 }, index: clock.map((time) => weekdayIndex(time) - first), exact: true };
}

/** Periods of one length: that of the typical steps that most steps are whole numbers of. */
function fixedFrequency(times: Float64Array, unit: "second" | "day"): Frequency | undefined {
  const steps = differences(times);
  const sorted = steps.slice().sort();
  const tried = [mostFrequent(sorted), quantile(sorted, 0.5), quantile(sorted, 0.1)].map((length) => ({
    length,
    off: steps.filter((step) => Math.abs(step / length - Math.round(step / length)) > STEP_TOLERANCE).length,
  }));
  const best = tried.reduce((a, b) => (b.off < a.off ? b : a));
  if (best.off > MAX_IRREGULAR_SHARE * steps.length) return undefined;
  const index = new Float64Array(times.length);
  for (let i = 0; i < steps.length; i++) index[i + 1] = index[i] + Math.round(steps[i] / best.length);
  const exact = steps.every(
    (step) => Math.abs(step / best.length - Math.round(step / best.length)) < NEGLIGIBLE && step >= best.length / 2,
  );
  const whole = unit === "day" && best.length % DAY_MS === 0;
  return { period: { unit: whole ? "day" : "second", size: best.length / (whole ? DAY_MS : 1000) }, index, exact };
}

function differences(ascending: Float64Array): Float64Array {
  return Float64Array.from({ length: ascending.length - 1 }, (_, i) => ascending[i + 1] - ascending[i]);
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))];
}

/** The smallest of the most frequent ones. */
function mostFrequent(sorted: Float64Array): number {
  let best = sorted[0];
  let most = 0;
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    if (to - from > most) [best, most] = [sorted[from], to - from];
  }
  return best;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
