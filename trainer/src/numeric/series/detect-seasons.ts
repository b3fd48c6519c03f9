import { movingAverageTrend } from "./seasonal-decomposition.js";

/** Smallest correlation between the seasonal means of one half of a series and the values of the other. */
const MIN_CORRELATION = 0.3;
/** Standard deviations of that correlation in a series without a season (Bartlett 1946). */
const MIN_DEVIATIONS = 2.3;
/** A correlation that is high enough however much each value depends on those before it. */
const SUFFICIENT_CORRELATION = 0.9;

/**
 * Returns those of the seasons that the series has: the mean of each place in the season, over one half of the series, tells the
 * values of the other half. Noise and slow swings repeat at no fixed place. The longer seasons are sought in what the shorter ones
 * leave. The more each value depends on those before it, the higher the correlation has to be: a random walk of a few seasons repeats
 * itself by chance. A season that the series does not have twice is not found. `seasons` are ascending.
 */
export function detectSeasons(series: Float64Array, seasons: readonly number[]): number[] {
  let rest = series;
  return seasons.filter((season) => {
    if (rest.length < 2 * season) return false;
    const detrended = withoutTrend(rest, season);
    const half = detrended.length >> 1;
    const [earlier, later] = [detrended.subarray(0, half), detrended.subarray(half)];
    const told = (correlation(earlier, repeat(later, season, half)) + correlation(later, repeat(earlier, season, -half))) / 2;
    const needed = Math.max(MIN_CORRELATION, MIN_DEVIATIONS * chanceDeviation(detrended, season));
    if (!(told >= Math.min(needed, SUFFICIENT_CORRELATION))) return false;
    const means = placeMeans(detrended, season);
    rest = rest.map((value, t) => value - means[t % season]);
    return true;
  });
}

/** Subtracts the moving average over a season, or a line where the series has few seasons; the first place stays the first. */
function withoutTrend(series: Float64Array, season: number): Float64Array {
  if (series.length < 4 * season) return withoutLine(series);
  const trend = movingAverageTrend(series, season);
  const detrended = series.map((value, t) => value - trend[t]);
  return detrended.subarray(season, series.length - (season >> 1));
}

function withoutLine(series: Float64Array): Float64Array {
  const middle = (series.length - 1) / 2;
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  let product = 0;
  let squares = 0;
  series.forEach((value, t) => {
    product += (t - middle) * value;
    squares += (t - middle) ** 2;
  });
  return series.map((value, t) => value - mean - (product / squares) * (t - middle));
}

/** Returns the means of each place of the other half, for the values of a half that lies `offset` places before it. */
function repeat(other: Float64Array, season: number, offset: number): (t: number) => number {
  const means = placeMeans(other, season);
  return (t) => means[(((t - offset) % season) + season) % season];
}

/** Returns the standard deviation of the correlation of two halves without a season, by the autocorrelations of what a season leaves. */
function chanceDeviation(detrended: Float64Array, season: number): number {
  const means = placeMeans(detrended, season);
  const rest = detrended.map((value, t) => value - means[t % season]);
  const half = rest.length >> 1;
  const squares = productSum(rest, 0);
  let sum = 1;
  for (let lag = 1; lag < season && lag < half; lag++) {
    // The mean of what is left is 0.
    const dependence = productSum(rest, lag) / squares;
    if (!(dependence > 0)) break;
    sum += 2 * dependence ** 2;
  }
  return Math.sqrt(sum / half);
}

/** Returns the sum of the products of values `lag` places apart. */
function productSum(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let t = lag; t < values.length; t++) sum += values[t] * values[t - lag];
  return sum;
}

function placeMeans(values: Float64Array, season: number): Float64Array {
  const sums = new Float64Array(season);
  const counts = new Float64Array(season);
  values.forEach((value, t) => {
    sums[t % season] += value;
    counts[t % season]++;
  });
  return sums.map((sum, place) => (counts[place] > 0 ? sum / counts[place] : 0));
}

function correlation(values: Float64Array, expected: (t: number) => number): number {
  const others = values.map((_, t) => expected(t));
  const mean = (list: Float64Array) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(values), mean(others)];
  let product = 0;
  let squares = 0;
  let otherSquares = 0;
  values.forEach((value, t) => {
    product += (value - a) * (others[t] - b);
    squares += (value - a) ** 2;
    otherSquares += (others[t] - b) ** 2;
  });
  return squares > 0 && otherSquares > 0 ? product / Math.sqrt(squares * otherSquares) : 0;
}
