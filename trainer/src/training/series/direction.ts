/** The direction of a series, by the means of its windows one after the other. */
import { correlationWithOrder } from "../../data/profiling/association-measures.js";
import { meanAndDeviation } from "../../numeric/statistics.js";

/** A series goes one way where its windows, so many at least, have this rank correlation with their order. */
const MIN_WINDOWS = 5;
const MIN_DIRECTION = 0.97;

/** Returns 1 for a series whose windows hardly ever fall, −1 for one whose windows hardly ever rise, otherwise 0. */
export function directionOf(values: Float64Array, window: number): -1 | 0 | 1 {
  const means = Float64Array.from(windowsOf(values, window).map(({ mean }) => mean));
  const correlation = means.length < MIN_WINDOWS ? 0 : correlationWithOrder(means);
  if (correlation >= MIN_DIRECTION) return 1;
  return correlation <= -MIN_DIRECTION ? -1 : 0;
}

/** Returns the means and deviations of the windows that have values. */
export function windowsOf(values: Float64Array, window: number): { mean: number; deviation: number }[] {
  const windows = [];
  for (let end = window; end <= values.length; end += window) windows.push(meanAndDeviation(values.subarray(end - window, end)));
  return windows.filter(({ mean }) => Number.isFinite(mean));
}
