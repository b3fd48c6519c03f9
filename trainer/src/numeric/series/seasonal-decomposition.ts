/** Classical seasonal decomposition (Hyndman and Athanasopoulos 2021, section 3.4), and what tells whether there is a season. */

export type SeasonKind = "additive" | "multiplicative";

/** Returns the trend as a centered moving average over one season; NaN within half a season of the ends. */
export function movingAverageTrend(series: Float64Array, season: number): Float64Array {
  const half = season >> 1;
  const isEven = season % 2 === 0;
  return series.map((_, t) => {
    if (t < half || t + half >= series.length) return Number.NaN;
    let sum = 0;
    for (let k = -half; k <= half; k++) sum += (isEven && Math.abs(k) === half ? 0.5 : 1) * series[t + k];
    return sum / season;
  });
}

/**
 * Returns the seasonal index of each place in the season; the first is that of the first value. Additive indices sum to 0,
 * multiplicative ones have the mean 1. `series` has two seasons at least.
 */
export function seasonalIndices(series: Float64Array, season: number, kind: SeasonKind): Float64Array {
  const trend = movingAverageTrend(series, season);
  const sums = new Float64Array(season);
  const counts = new Float64Array(season);
  for (let t = 0; t < series.length; t++) {
    const part = kind === "additive" ? series[t] - trend[t] : series[t] / trend[t];
    if (!Number.isFinite(part)) continue;
    sums[t % season] += part;
    counts[t % season]++;
  }
  const neutral = kind === "additive" ? 0 : 1;
  const indices = sums.map((sum, place) => (counts[place] > 0 ? sum / counts[place] : neutral));
  const mean = indices.reduce((total, index) => total + index, 0) / season;
  return indices.map((index) => (kind === "additive" ? index - mean : index / mean));
}

/** Removes the seasonal indices from a series that begins at the first place of the season. */
export function deseasonalize(series: Float64Array, indices: Float64Array, kind: SeasonKind): Float64Array {
  return series.map((value, t) => (kind === "additive" ? value - indices[t % indices.length] : value / indices[t % indices.length]));
}

/**
 * Returns the sample autocorrelation at a lag in periods, from -1 to 1; 0 for a constant series. Both sums are about the mean of
 * the whole series (Box and Jenkins).
 */
export function autocorrelation(series: Float64Array, lag: number): number {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  let product = 0;
  let squares = 0;
  for (let t = 0; t < series.length; t++) {
    squares += (series[t] - mean) ** 2;
    if (t >= lag) product += (series[t] - mean) * (series[t - lag] - mean);
  }
  return squares > 0 ? product / squares : 0;
}
