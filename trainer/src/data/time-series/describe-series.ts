import { ERRORS, InvalidInput, SERIES_POINT_LIMIT, type SeriesDescription } from "@agatha/contracts";
import { findUnusualEnd } from "../../algorithms/residual/unusual-end.js";
import { type ClockShift, meanOnClock, offClock } from "../../numeric/series/clock-shifts.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import type { Decomposition } from "../../numeric/series/multiple-seasons.js";
import { meanAndDeviation } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { requireNumbers, type Table } from "../tables/table.js";
import { addPeriods, calendarSeasons, clockShifts, seasonsOf } from "./calendar.js";
import { decomposeDemand, decomposeRobustly } from "./decompose-series.js";
import { frequencyName } from "./frequency-name.js";
import { eventFrequency, inferFrequency } from "./infer-frequency.js";
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
/** Outliers that are listed, the latest ones. */
const MAX_LISTED = 50;
/** Least mean number of periods between two demands of an intermittent series (Syntetos and Boylan 2005). */
const INTERMITTENT_INTERVAL = 1.32;

/**
 * Describes the series of a column. Throws InvalidInput: timeColumnCount with too few different times and where resampleToPeriods does,
 * responseNotFound where the column has no value.
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
  const parts = await (intermittent ? decomposeDemand : decomposeRobustly)(latest, lengths, yieldToEventLoop);
  const timeOf = (t: number) =>
    new Date(addPeriods(periods.times[0], offClock(known.first + offset + t, shifts), periods.period, timezone)).toISOString();
  const last = periods.index[periods.index.length - 1];
  const lastKnown = periods.columns[0].values.findLastIndex(Number.isFinite);
  const future = periods.index.length - 1 - lastKnown;
  const unusual = await findUnusualEnd(filled, seasonsOf(periods.period), yieldToEventLoop, { isKnown: (t) => Number.isFinite(latest[t]) });
  return {
    period: periods.period,
    rhythm: frequencyName(periods.period),
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
    outliers: parts.outliers.slice(-MAX_LISTED).map((t) => ({ time: timeOf(t), value: latest[t] })),
    ...(unusual && { unusual_end: { time: timeOf(unusual.t), value: unusual.value, lower: unusual.lower, upper: unusual.upper } }),
    zero_share,
    intermittent,
    points: seriesPoints(latest, parts, timeOf),
  };
}

/** Describes a series whose times follow no rhythm by its values alone, and by the periods that it would have as one of events. */
function describeIrregular(
  table: Table,
  { value, timezone }: SeriesColumns,
  { values: times, order, distinct }: ReturnType<typeof timesInOrder>,
): SeriesDescription {
  const numbers = requireNumbers(table, value);
  const at = (row: number) => new Date(times[row]).toISOString();
  const points = Array.from(order.slice(-SERIES_POINT_LIMIT), (row) => {
    const known = Number.isFinite(numbers[row]) ? numbers[row] : null;
    return { time: at(row), value: known, trend: null, seasonal: [], remainder: null };
  });
  const known = numbers.filter(Number.isFinite);
  const events = eventFrequency(distinct, timezone)?.index;
  const periods = events ? events[events.length - 1] + 1 : distinct.length;
  return {
    period: null,
    rhythm: "irregular",
    first: at(order[0]),
    last: at(order[order.length - 1]),
    periods,
    missing_periods: periods - distinct.length,
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
