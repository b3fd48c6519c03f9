import type { Indicators } from "@agatha/contracts";

/**
 * Returns RMSE and MAE in the target's unit, R2 and MAAPE. R2 is 1 − squared errors ÷ squared deviations from the mean of
 * `actual`, null when `actual` is constant. MAAPE (Kim and Kim 2016) is the mean of arctan |(actual − predicted) ÷ actual|,
 * between 0 and π/2; an actual 0 counts as π/2 unless it is predicted exactly. All are null without rows, and each is null when a
 * prediction is too far off for a number.
 */
export function regressionMetrics(actual: Float64Array, predicted: Float64Array): Indicators {
  const n = actual.length;
  if (n === 0) return { RMSE: null, MAE: null, MAAPE: null, R2: null };
  let squares = 0;
  let absolute = 0;
  let angles = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const error = Math.abs(actual[i] - predicted[i]);
    squares += error * error;
    absolute += error;
    angles += error === 0 ? 0 : Math.atan(error / Math.abs(actual[i]));
    sum += actual[i];
  }
  let deviations = 0;
  for (const value of actual) deviations += (value - sum / n) ** 2;
  return {
    RMSE: finiteOrNull(Math.sqrt(squares / n)),
    MAE: finiteOrNull(absolute / n),
    MAAPE: finiteOrNull(angles / n),
    R2: deviations > 0 ? finiteOrNull(1 - squares / deviations) : null,
  };
}

function finiteOrNull(metric: number): number | null {
  return Number.isFinite(metric) ? metric : null;
}
