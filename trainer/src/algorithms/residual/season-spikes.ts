/** Spikes that a season of few repetitions would take for its own. */
import { robustDeviation } from "../../numeric/series/level-changes.js";
import { median } from "../../numeric/statistics.js";

/** From this many seasons on, one value changes the mean of its place in the season little. */
const MANY_SEASONS = 6;
/** Values are spikes beyond this many deviations. The medians of few values lie close to these, so that deviations are small. */
const SPIKE_DEVIATIONS = 6;

/**
 * Returns the series with what is usual in place of spikes: the median of the season around, and the median of what the place in the
 * season adds to it. Returns the series itself without spikes, and if it has less than two seasons or many.
 */
export function withoutSeasonSpikes(series: Float64Array, season: number): Float64Array {
  if (season < 2 || series.length < 2 * season || series.length >= MANY_SEASONS * season) return series;
  const levels = series.map((_value, t) => {
    const from = Math.max(0, Math.min(series.length - season, t - (season >> 1)));
    return median(series.slice(from, from + season));
  });
  const deviations = series.map((value, t) => value - levels[t]);
  const indices = Float64Array.from({ length: season }, (_, place) => median(deviations.filter((_value, t) => t % season === place)));
  const usual = levels.map((level, t) => level + indices[t % season]);
  const errors = series.map((value, t) => value - usual[t]);
  const limit = SPIKE_DEVIATIONS * robustDeviation(errors);
  const isSpike = (t: number) => limit > 0 && Math.abs(errors[t]) > limit;
  return errors.some((_error, t) => isSpike(t)) ? series.map((value, t) => (isSpike(t) ? usual[t] : value)) : series;
}
