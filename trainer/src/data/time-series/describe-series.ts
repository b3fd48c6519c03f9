import { ERRORS, InvalidInput, SERIES_POINT_LIMIT, type SeriesDescription, type SeriesPeriod } from "@agatha/contracts";
import { findUnusualEnd } from "../../algorithms/residual/unusual-end.js";
import { type ClockShift, meanOnClock, offClock } from "../../numeric/series/clock-shifts.js";
import { detectSeasons } from "../../numeric/series/detect-seasons.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { findLevelChanges, robustDeviation } from "../../numeric/series/level-changes.js";
import { type Decomposition, decomposeSeasons } from "../../numeric/series/multiple-seasons.js";
import { meanAndDeviation, median } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { requireNumbers, type Table } from "../tables/table.js";
import { addPeriods, calendarSeasons, clockShifts, seasonsOf } from "./calendar.js";
import { inferFrequency } from "./infer-frequency.js";
import { type Periods, resampleToPeriods, timesInOrder } from "./periods.js";

interface SeriesColumns {
  /** Names of the columns of times and of values. */
  time: string;
  value: string;
  timezone: string;
}

/** Latest periods that are decomposed. */
const MAX_DECOMPOSED = 10_000;
/** Least strength of a trend, and least correlation of a rising or falling one with the time. */
const MIN_TREND_STRENGTH = 0.3;
const MIN_TREND_CORRELATION = 0.7;
/** An outlier lies this many standard deviations from trend and season, or from the usual demand of an intermittent series. */
const OUTLIER_DEVIATIONS = 6;
/** Least distance as a share of the values' own standard deviation, which a series without noise has to its rounded trend. */
const MIN_OUTLIER_SHARE = 0.01;
/** Least distance as a share of the largest value, which a constant has to its rounded trend. */
const NEGLIGIBLE = 1e-9;
/** Outliers from this share of the farthest distance on are taken out, and decompositions after that, each of which leaves less of them. */
const REMOVED_SHARE = 0.5;
const ROBUST_PASSES = 10;
const MAX_LISTED = 50;
/** Cycles from which on a season may change. */
const MIN_CHANGING_CYCLES = 8;
/** Passes over a series, each of which takes out a change of level. */
const MAX_LEVEL_PASSES = 8;
/** Least mean number of periods between two demands of an intermittent series (Syntetos and Boylan 2005). */
const INTERMITTENT_INTERVAL = 1.32;

/**
 * Describes the series of a column. Throws InvalidInput: timeColumnCount with too few different times, responseNotFound where the
 * column has no value.
 */
export async function describeSeries(table: Table, columns: SeriesColumns, yieldToEventLoop: YieldToEventLoop): Promise<SeriesDescription> {
  const { time, value, timezone } = columns;
  const times = timesInOrder(table, time, { timezone });
  if (!requireNumbers(table, value).some(Number.isFinite))
    throw new InvalidInput(ERRORS.responseNotFound, { path: "value", message: `${value} has no value: choose another column` });
  const untimed = table.nrow - times.order.length;
  if (!inferFrequency(times.distinct, timezone)) return describeIrregular(table, columns, times);
  const periods = resampleToPeriods(table, { time, columns: [value], timezone });
  const shifts = clockShifts({ origin: periods.times[0], period: periods.period, timezone }, periods.index[periods.index.length - 1]);
  const known = knownSeries(periods, shifts);
  const latest = known.values.subarray(Math.max(0, known.values.length - MAX_DECOMPOSED));
  const offset = known.values.length - latest.length;
  const filled = fillGaps(latest);
  const candidates = calendarSeasons(periods.period);
  const numbers = periods.columns[0].values.filter(Number.isFinite);
  const { zero_share, intermittent } = zeros(numbers);
  const lengths = candidates.map(({ length }) => length);
  const { parts, outliers } = await (intermittent ? decomposeDemand : decomposeRobustly)(latest, lengths, yieldToEventLoop);
  const timeOf = (t: number) =>
    new Date(addPeriods(periods.times[0], offClock(known.first + offset + t, shifts), periods.period, timezone)).toISOString();
  const last = periods.index[periods.index.length - 1];
  const lastKnown = periods.columns[0].values.findLastIndex(Number.isFinite);
  const future = periods.index.length - 1 - lastKnown;
  const unusual = await findUnusualEnd(filled, seasonsOf(periods.period), yieldToEventLoop);
  return {
    period: periods.period,
    rhythm: rhythmOf(periods.period),
    first: new Date(periods.times[0]).toISOString(),
    last: new Date(periods.times[periods.times.length - 1]).toISOString(),
    periods: last + 1,
    missing_periods: periods.index[lastKnown] - lastKnown,
    missing_values: lastKnown + 1 - numbers.length,
    ...(future > 0 && { future_periods: future }),
    repeated_rows: times.order.length - periods.closed - periods.index.length,
    untimed_rows: untimed,
    ...(periods.closed > 0 && { closed_rows: periods.closed }),
    seasons: candidates
      .filter(({ length }) => parts.seasons.includes(length))
      .map((season) => ({ ...season, strength: strengthOf(parts.seasonal[parts.seasons.indexOf(season.length)], parts.remainder) })),
    trend: describeTrend(parts),
    level_changes: parts.levelChanges.map(({ at, change }) => ({ time: timeOf(at), change })),
    outliers: outliers.slice(-MAX_LISTED).map((t) => ({ time: timeOf(t), value: latest[t] })),
    ...(unusual && { unusual_end: { time: timeOf(unusual.t), value: unusual.value, lower: unusual.lower, upper: unusual.upper } }),
    zero_share,
    intermittent,
    points: seriesPoints(latest, parts, timeOf),
  };
}

interface Parts extends Decomposition {
  /** Seasons found, the shortest first. */
  seasons: number[];
  levelChanges: ReturnType<typeof findLevelChanges>;
}

/**
 * Decomposes a series. Its trend has the changes of level, which no smooth curve follows. The largest change is taken out before
 * seasons and changes are sought again, since it hides seasons and spreads into them, and so does what is left of it.
 */
async function decompose(series: Float64Array, candidates: readonly number[], yieldToEventLoop: YieldToEventLoop): Promise<Parts> {
  const changes = new Map<number, number>();
  let steps = new Float64Array(series.length);
  for (let pass = 0; ; pass++) {
    const level = series.map((value, t) => value - steps[t]);
    const seasons = detectSeasons(level, candidates);
    const parts = await decomposeSeasons(level, seasons, yieldToEventLoop, MIN_CHANGING_CYCLES);
    const found = findLevelChanges(parts.trend.map((value, t) => value + parts.remainder[t]));
    const [largest] = found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
    if (largest === undefined || pass === MAX_LEVEL_PASSES) {
      const levelChanges = Array.from(changes, ([at, change]) => ({ at, change })).sort((a, b) => a.at - b.at);
      return { ...parts, trend: parts.trend.map((value, t) => value + steps[t]), seasons, levelChanges };
    }
    changes.set(largest.at, (changes.get(largest.at) ?? 0) + largest.change);
    steps = steps.map((step, t) => step + (t >= largest.at ? largest.change : 0));
  }
}

interface DescribedParts {
  parts: Parts;
  /** Places of the outliers, ascending. */
  outliers: number[];
}

/** Decomposes intermittent demand, whose outliers are told by the demands alone. NaN is a period without a value. */
async function decomposeDemand(
  values: Float64Array,
  seasons: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<DescribedParts> {
  const parts = await decompose(fillGaps(values), seasons, yieldToEventLoop);
  return { parts, outliers: findOutliers(values, distancesFromDemand(values)) };
}

/**
 * Decomposes a series, again without the farthest outliers of the first time: an outlier spreads into trend and season, so that other
 * values of its place in the season seem to be outliers. NaN is a period without a value.
 */
async function decomposeRobustly(
  values: Float64Array,
  seasons: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<DescribedParts> {
  const filled = fillGaps(values);
  let parts = await decompose(filled, seasons, yieldToEventLoop);
  const suspected = findOutliers(values, parts.remainder);
  const farthest = suspected.reduce((most, t) => Math.max(most, Math.abs(parts.remainder[t])), 0);
  const removed = new Set(suspected.filter((t) => Math.abs(parts.remainder[t]) > REMOVED_SHARE * farthest));
  for (let pass = 0; pass < ROBUST_PASSES && removed.size > 0; pass++) {
    const { remainder } = parts;
    const rest = filled.map((value, t) => (removed.has(t) ? value - remainder[t] : value));
    const { seasonal, trend, ...found } = await decompose(rest, seasons, yieldToEventLoop);
    parts = {
      ...found,
      seasonal,
      trend,
      remainder: filled.map((value, t) => seasonal.reduce((left, each) => left - each[t], value - trend[t])),
    };
  }
  return { parts, outliers: findOutliers(values, parts.remainder) };
}

/** Describes a series whose times follow no rhythm by its values alone. */
function describeIrregular(
  table: Table,
  { value }: SeriesColumns,
  { values: times, order, distinct }: ReturnType<typeof timesInOrder>,
): SeriesDescription {
  const numbers = requireNumbers(table, value);
  const at = (row: number) => new Date(times[row]).toISOString();
  const points = Array.from(order.slice(-SERIES_POINT_LIMIT), (row) => {
    const known = Number.isFinite(numbers[row]) ? numbers[row] : null;
    return { time: at(row), value: known, trend: null, seasonal: [], remainder: null };
  });
  const known = numbers.filter(Number.isFinite);
  return {
    period: null,
    rhythm: "irregular",
    first: at(order[0]),
    last: at(order[order.length - 1]),
    periods: distinct.length,
    missing_periods: 0,
    missing_values: order.filter((row) => !Number.isFinite(numbers[row])).length,
    repeated_rows: order.length - distinct.length,
    untimed_rows: table.nrow - order.length,
    seasons: [],
    trend: { direction: "none", strength: 0, from: known[0], to: known[known.length - 1] },
    level_changes: [],
    outliers: [],
    ...zeros(known),
    points,
  };
}

/** Returns the values by period of the clock from the first known one to the last, NaN in gaps, and the number of the first. */
function knownSeries({ index, columns: [{ values }] }: Periods, shifts: readonly ClockShift[]): { first: number; values: Float64Array } {
  const { periods, columns } = meanOnClock({ periods: index, columns: [values] }, shifts);
  const [means] = columns;
  const [first, last] = [means.findIndex(Number.isFinite), means.findLastIndex(Number.isFinite)];
  const series = new Float64Array(periods[last] - periods[first] + 1).fill(Number.NaN);
  for (let entry = first; entry <= last; entry++) series[periods[entry] - periods[first]] = means[entry];
  return { first: periods[first], values: series };
}

function rhythmOf({ unit, size }: SeriesPeriod): SeriesDescription["rhythm"] {
  const names: Record<SeriesPeriod["unit"], Record<number, SeriesDescription["rhythm"]>> = {
    second: { 1: "second", 60: "minute", 3600: "hour" },
    day: { 1: "day", 7: "week" },
    weekday: { 1: "weekday" },
    month: { 1: "month", 3: "quarter", 12: "year" },
  };
  return names[unit][size] ?? "other";
}

/** Strength of a component from 0 to 1 (Wang, Smith and Hyndman 2006). */
function strengthOf(component: Float64Array, remainder: Float64Array): number {
  const variance = (values: Float64Array) => meanAndDeviation(values).deviation ** 2;
  const both = variance(component.map((value, t) => value + remainder[t]));
  return both > 0 ? Math.max(0, 1 - variance(remainder) / both) : 0;
}

function describeTrend({ trend, remainder }: Decomposition): SeriesDescription["trend"] {
  const strength = strengthOf(trend, remainder);
  const places = trend.map((_, t) => t);
  const [values, times] = [meanAndDeviation(trend), meanAndDeviation(places)];
  const covariance = trend.reduce((sum, value, t) => sum + (value - values.mean) * (t - times.mean), 0) / trend.length;
  const correlation = values.deviation > 0 ? covariance / (values.deviation * times.deviation) : 0;
  const moves = Math.abs(correlation) < MIN_TREND_CORRELATION ? "changing" : correlation > 0 ? "rising" : "falling";
  return {
    direction: strength < MIN_TREND_STRENGTH ? "none" : moves,
    strength,
    from: trend[0],
    to: trend[trend.length - 1],
  };
}

/** Returns the periods whose value lies far from what is expected. `distances` are NaN where nothing is expected. */
function findOutliers(values: Float64Array, distances: Float64Array): number[] {
  const deviation = meanAndDeviation(values.filter(Number.isFinite)).deviation;
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
  const limit = Math.max(
    OUTLIER_DEVIATIONS * robustDeviation(distances.filter(Number.isFinite)),
    MIN_OUTLIER_SHARE * deviation,
    NEGLIGIBLE * largest,
  );
  return Array.from(values.keys()).filter((t) => limit > 0 && Math.abs(distances[t]) > limit && Number.isFinite(values[t]));
}

/** Returns how far each demand of an intermittent series lies from the median one. A period without demand is as usual. */
function distancesFromDemand(values: Float64Array): Float64Array {
  const usual = median(values.filter((value) => value > 0));
  return values.map((value) => (value > 0 ? value - usual : Number.NaN));
}

function zeros(values: Float64Array): Pick<SeriesDescription, "zero_share" | "intermittent"> {
  const count = values.filter((value) => value === 0).length;
  const isDemand = values.every((value) => value >= 0) && count < values.length;
  return {
    zero_share: count / values.length,
    intermittent: isDemand && values.length / (values.length - count) >= INTERMITTENT_INTERVAL,
  };
}

function seriesPoints(
  values: Float64Array,
  { trend, seasonal, remainder }: Decomposition,
  timeOf: (t: number) => string,
): SeriesDescription["points"] {
  const from = Math.max(0, values.length - SERIES_POINT_LIMIT);
  return Array.from(values.subarray(from), (value, i) => {
    const t = from + i;
    return {
      time: timeOf(t),
      value: Number.isFinite(value) ? value : null,
      trend: trend[t],
      seasonal: seasonal.map((component) => component[t]),
      remainder: remainder[t],
    };
  });
}
