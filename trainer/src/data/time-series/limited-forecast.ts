/** Least and greatest response that a model has learned. */
export interface LearnedRange {
  min: number;
  max: number;
}

/** Largest distance of a forecast from the learned responses and the last known value, in ranges of the learned responses. */
const REACH = 2;

/**
 * Limits forecasts of rows whose last known values are `last`. Each prediction is an input of the next, so the forecasts of a model that
 * has learned few rows may grow without end (the "insanity filter" of Swanson and White 1995).
 */
export function limitedForecast(values: Float64Array, { min, max }: LearnedRange, last: Float64Array): Float64Array {
  const reach = REACH * (max - min);
  return values.map((value, row) => {
    const known = Number.isFinite(last[row]) ? last[row] : max;
    return Math.min(Math.max(max, known) + reach, Math.max(Math.min(min, known) - reach, value));
  });
}
