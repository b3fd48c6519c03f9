/**
 * Inference of a series' period and of the period of each time. Periods without a row are gaps. Times slightly off belong to the
 * nearest period. Irregular times form no series.
 */
import { BUSINESS_DAYS, type OpenWeek, openWeekOf, type SeriesPeriod, WEEK_PARTS_LIMIT } from "@agatha/contracts";
import { DAY_MS, DAYS_PER_WEEK, HOUR_MS, utcToZonedTime, WEEK_MS } from "../tables/zoned-time.js";
import { dateNumber, lastDayOfMonths, longDayOfMonths, looseMonthIndices, monthIndices, ownMonthIndices } from "./calendar.js";
import { findOpenWeek, openPartNumber, weekPart } from "./open-week.js";

export interface Frequency {
  period: SeriesPeriod;
  /** Period of each time, ascending; the first period is 0. NaN for a time of a day or hour that is closed. */
  index: Float64Array;
  /** Whether every time lies exactly at the beginning of its period. */
  exact: boolean;
}

/** Steps from this length on follow the zone's calendar, where days can have 23 or 25 hours. */
export const MIN_CALENDAR_STEP_MS = 20 * HOUR_MS;
/** Largest deviation of a step from a whole number of periods, in periods. */
const STEP_TOLERANCE = 0.25;
/** Largest share of steps with a larger deviation. */
const MAX_IRREGULAR_SHARE = 0.05;
const NEGLIGIBLE = 1e-6;
/** Largest deviation of an uneven step from a length that clocks know, as a share of that length. */
const CLOCK_TOLERANCE = 0.02;
/** Whole seconds that divide a day, such as 15 minutes; in milliseconds. */
const PARTS_OF_A_DAY = Array.from({ length: DAY_MS / 1000 }, (_, i) => (i + 1) * 1000).filter((length) => DAY_MS % length === 0);

/**
 * Returns the frequency of the times, or undefined when they are irregular. `times` are at least two, ascending and distinct. `valued`
 * are those with a value. They show which days and hours are closed: a calendar may list the Sundays of a shop as empty rows.
 */
export function inferFrequency(times: Float64Array, timezone: string, valued = times): Frequency | undefined {
  const typical = lowerQuantile(differences(times).sort(), 0.5);
  if (typical < MIN_CALENDAR_STEP_MS) {
    const fixed = fixedFrequency(times, "second");
    return (fixed && openHoursFrequency({ times, valued, timezone }, fixed)) ?? fixed;
  }
  const clocksOf = (some: Float64Array) => some.map((time) => utcToZonedTime(time, timezone));
  const clock = clocksOf(times);
  const exact = monthlyFrequency(monthIndices(clock), { exact: true, day: longDayOfMonths(clock) });
  if (exact) return exact;
  const fixed = fixedFrequency(clock, "day");
  const isDaily = fixed === undefined || (fixed.period.unit === "day" && fixed.period.size === 1);
  const open = isDaily ? openDaysFrequency(clock, valued === times ? clock : clocksOf(valued)) : undefined;
  if (open) return open;
  if (fixed?.exact) return fixed;
  const months = looseMonthIndices(clock) ?? ownMonthIndices(clock);
  return monthlyFrequency(months, { exact: false, day: lastDayOfMonths(clock) }) ?? fixed;
}

/**
 * Returns the frequency of rows that are events: where their times show no even steps, the longest period of whole hours or days that
 * all of them begin. Times of single minutes have none.
 */
export function eventFrequency(times: Float64Array, timezone: string, valued = times): Frequency | undefined {
  const found = inferFrequency(times, timezone, valued);
  if (found?.exact || (found && !["second", "day"].includes(found.period.unit))) return found;
  const clock = times.map((time) => utcToZonedTime(time, timezone));
  const [days, hours] = [clock, times].map((each) => differences(each).reduce(greatestCommonDivisor));
  const countBy = (from: Float64Array, length: number) => from.map((time) => Math.round((time - from[0]) / length));
  if (days % DAY_MS === 0)
    return openDaysFrequency(clock, clock) ?? { period: { unit: "day", size: days / DAY_MS }, index: countBy(clock, days), exact: true };
  return hours % HOUR_MS === 0 ? { period: { unit: "second", size: hours / 1000 }, index: countBy(times, hours), exact: true } : found;
}

function monthlyFrequency(
  months: Float64Array | undefined,
  { exact, day }: { exact: boolean; day?: SeriesPeriod["day"] },
): Frequency | undefined {
  if (!months) return undefined;
  const index = months.map((month) => month - months[0]);
  const size = differences(index).reduce(greatestCommonDivisor);
  return { period: { unit: "month", size, ...(day && { day }) }, index: index.map((month) => month / size), exact };
}

const DAY_SECONDS = DAY_MS / 1000;

/** Returns the frequency of days if some weekdays are closed. */
function openDaysFrequency(clock: Float64Array, valued: Float64Array): Frequency | undefined {
  const isUneven = (step: number) => Math.abs(step / DAY_MS - Math.round(step / DAY_MS)) > STEP_TOLERANCE;
  const steps = differences(clock);
  if (steps.filter(isUneven).length > MAX_IRREGULAR_SHARE * steps.length) return undefined;
  const days = valued.map((time) => weekPart(time, DAY_SECONDS));
  const distinct = days.filter((day, i) => day !== days[i - 1]);
  const open = findOpenWeek(distinct, DAYS_PER_WEEK);
  if (!open && !isBusinessWeek(distinct)) return undefined;
  const isUsual = open?.length === BUSINESS_DAYS.length && open.every((day) => BUSINESS_DAYS.includes(day));
  const period: SeriesPeriod = { unit: "weekday", size: 1, ...(open && !isUsual && { open }) };
  return { ...openFrequency(clock, period), exact: steps.every((step) => step % DAY_MS === 0) };
}

/** Returns true if most days follow each other, none is a Saturday or Sunday, and at least one weekend lies between them. */
function isBusinessWeek(days: Float64Array): boolean {
  const weekOf = (day: number) => Math.floor(day / DAYS_PER_WEEK);
  const isWorkday = (day: number) => day - weekOf(day) * DAYS_PER_WEEK < BUSINESS_DAYS.length;
  const isDaily = lowerQuantile(differences(days).sort(), 0.5) === 1;
  return isDaily && weekOf(days[0]) < weekOf(days[days.length - 1]) && days.every(isWorkday);
}

interface SeenTimes {
  times: Float64Array;
  valued: Float64Array;
  timezone: string;
}

/** Returns the frequency of times at even steps if some hours of the week are closed. */
function openHoursFrequency({ times, valued, timezone }: SeenTimes, { period: { size }, index }: Frequency): Frequency | undefined {
  if (index[index.length - 1] === valued.length - 1) return undefined;
  const length = size * 1000;
  const perWeek = WEEK_MS / length;
  if (DAY_MS % length !== 0 || perWeek > WEEK_PARTS_LIMIT) return undefined;
  const clock = times.map((time) => utcToZonedTime(time, timezone));
  if (clock.some((time) => (time - clock[0]) % length !== 0)) return undefined;
  const valuedClock = valued === times ? clock : valued.map((time) => utcToZonedTime(time, timezone));
  const parts = valuedClock.map((time) => weekPart(time, size));
  const open = findOpenWeek(parts.filter((part, i) => part !== parts[i - 1]).sort(), perWeek);
  return open && { ...openFrequency(clock, { unit: "second", size, open }), exact: true };
}

/** Counts the open parts of the week from the first open time on. */
function openFrequency(clock: Float64Array, period: SeriesPeriod): Omit<Frequency, "exact"> {
  const numbers = clock.map((time) => openPartNumber(time, openWeekOf(period) as OpenWeek));
  const first = numbers.find(Number.isFinite) ?? 0;
  return { period, index: numbers.map((number) => number - first) };
}

/** Tries typical steps as the length of a period, and takes the one that most steps are multiples of. */
function fixedFrequency(times: Float64Array, unit: "second" | "day"): Frequency | undefined {
  const steps = differences(times);
  const sorted = steps.slice().sort();
  const tried = [mostFrequent(sorted), lowerQuantile(sorted, 0.5), lowerQuantile(sorted, 0.1)].map((length) => ({
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
  const length = exact ? best.length : clockLength(times[times.length - 1] - times[0], index[index.length - 1]);
  const whole = unit === "day" && length % DAY_MS === 0;
  if (!whole) return { period: { unit: "second", size: length / 1000 }, index, exact };
  const byDate = length === DAY_MS && index.every((number, i) => number === dateNumber(times[i]) - dateNumber(times[0]));
  return { period: { unit: "day", size: length / DAY_MS, ...(byDate && { by: "date" }) }, index, exact };
}

/**
 * Returns the length of a period in milliseconds that uneven steps, such as 899 and 901 seconds, show inexactly: the
 * whole number of days, or the part of a day, that all periods together fit, else their mean, in whole milliseconds unless these
 * would move the last period.
 */
function clockLength(span: number, periods: number): number {
  const mean = span / periods;
  const nearest = mean > DAY_MS * (1 - CLOCK_TOLERANCE) ? Math.round(mean / DAY_MS) * DAY_MS : nearestTo(mean, PARTS_OF_A_DAY);
  const isNear = Math.abs(nearest - mean) <= CLOCK_TOLERANCE * nearest;
  if (isNear && Math.abs(span - periods * nearest) <= STEP_TOLERANCE * nearest) return nearest;
  const rounded = Math.round(mean);
  return Math.abs(span - periods * rounded) < rounded / 2 ? rounded : mean;
}

function nearestTo(value: number, candidates: readonly number[]): number {
  return candidates.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
}

function differences(ascending: Float64Array): Float64Array {
  return Float64Array.from({ length: ascending.length - 1 }, (_, i) => ascending[i + 1] - ascending[i]);
}

/** Returns the quantile of sorted values at `share`; between two values, the lower one. */
function lowerQuantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))];
}

/** Returns the smallest of the most frequent values. */
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
