/**
 * Decomposition into a trend, a component for each season and a remainder: STL (Cleveland and others 1990), season by season
 * (MSTL: Bandara, Hyndman and Bergmeir 2021).
 */
import { meanAndDeviation } from "../statistics.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { loess, loessWithJumps } from "./loess.js";

export interface Decomposition {
  trend: Float64Array;
  /** One component for each season, in the order of the seasons. */
  seasonal: Float64Array[];
  remainder: Float64Array;
}

/** Windows over the cycles of the shortest season, of the next one, and so on. */
const FIRST_SEASONAL_WINDOW = 11;
const NEXT_SEASONAL_WINDOW = 4;
const INNER_PASSES = 2;
const PASSES = 2;

/**
 * Decomposes a series without missing values. `seasons` are ascending, and the series has two of each at least. A place in the season with
 * fewer values than `changing` has their mean instead of a line, which would go through two values and leave no remainder.
 */
export async function decomposeSeasons(
  series: Float64Array,
  seasons: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
  changing = 0,
): Promise<Decomposition> {
  const seasonal: Float64Array[] = seasons.map(() => new Float64Array(series.length));
  let rest = series;
  let trend = seasons.length === 0 ? loessWithJumps(series, windowWithoutSeason(series.length)) : series;
  for (let pass = 0; pass < (seasons.length > 1 ? PASSES : 1); pass++) {
    for (const [i, season] of seasons.entries()) {
      const own = rest.map((value, t) => value + seasonal[i][t]);
      const found = await stl(own, { season, window: FIRST_SEASONAL_WINDOW + NEXT_SEASONAL_WINDOW * i, changing }, yieldToEventLoop);
      seasonal[i] = found.seasonal;
      trend = found.trend;
      rest = own.map((value, t) => value - found.seasonal[t]);
    }
  }
  return { trend, seasonal, remainder: rest.map((value, t) => value - trend[t]) };
}

interface SeasonalSmoothing {
  season: number;
  /** Cycles that a place in the season is smoothed over. */
  window: number;
  /** Least number of its values that are smoothed by a line. */
  changing: number;
}

/** Decomposes by the inner loop of STL, without weights for outliers. */
async function stl(
  series: Float64Array,
  { season, window, changing }: SeasonalSmoothing,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ trend: Float64Array; seasonal: Float64Array }> {
  const trendWindow = oddAbove((1.5 * season) / (1 - 1.5 / window));
  let trend: Float64Array = new Float64Array(series.length);
  let seasonal = trend;
  for (let pass = 0; pass < INNER_PASSES; pass++) {
    const cycles = smoothCycles(
      series.map((value, t) => value - trend[t]),
      { season, window, changing },
    );
    const low = loessWithJumps(movingAverage(movingAverage(movingAverage(cycles, season), season), 3), oddAbove(season));
    seasonal = low.map((value, t) => cycles[t + season] - value);
    trend = loessWithJumps(
      series.map((value, t) => value - seasonal[t]),
      trendWindow,
    );
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  return { trend, seasonal };
}

/** Returns the smallest odd number above this one. */
function oddAbove(length: number): number {
  return 2 * Math.floor((Math.floor(length) + 1) / 2) + 1;
}

/** Returns the window of the trend of a series without a season: a third of it, and 7 at least. */
function windowWithoutSeason(length: number): number {
  return oddAbove(Math.max(6, length / 3));
}

/** Smooths the values of each place in the season over the cycles. The result begins one season earlier and ends one later. */
function smoothCycles(series: Float64Array, { season, window, changing }: SeasonalSmoothing): Float64Array {
  const smoothed = new Float64Array(series.length + 2 * season);
  for (let place = 0; place < season; place++) {
    const own = Float64Array.from({ length: Math.ceil((series.length - place) / season) }, (_, cycle) => series[place + cycle * season]);
    const smooth = own.length < changing ? new Float64Array(own.length + 2).fill(meanAndDeviation(own).mean) : loess(own, window, 1);
    smooth.forEach((value, cycle) => {
      smoothed[place + cycle * season] = value;
    });
  }
  return smoothed;
}

/** Returns the means of `length` values in a row. */
function movingAverage(values: Float64Array, length: number): Float64Array {
  const means = new Float64Array(values.length - length + 1);
  let sum = 0;
  for (let t = 0; t < values.length; t++) {
    sum += values[t] - (t >= length ? values[t - length] : 0);
    if (t >= length - 1) means[t - length + 1] = sum / length;
  }
  return means;
}
