import type { Metrics } from "@agatha/contracts";
import { finiteOrNull } from "../../numeric/finite-or-null.js";
import type { RowGroups } from "../../numeric/relabel-sequentially.js";
import { groupedRegressionMetrics } from "./grouped-regression-metrics.js";
import { totalWeight, type WeightedMetrics, type Weights } from "./weights.js";

/**
 * Returns RMSE and MAE in the target's unit, R2 and MAAPE. R2 is 1 − squared errors ÷ squared deviations from the mean of
 * `actual`, null when `actual` is constant. MAAPE (Kim and Kim 2016) is the mean of arctan |(actual − predicted) ÷ actual|,
 * between 0 and π/2; an actual 0 counts as π/2 unless it is predicted exactly. All are null without rows, and each is null when a
 * prediction is too far off for a number.
 */
export function regressionMetrics(actual: Float64Array, predicted: Float64Array): Metrics {
  return weightedRegressionMetrics(actual, predicted)();
}

/** Returns a function that computes regressionMetrics with weights for the rows. */
export function weightedRegressionMetrics(actual: Float64Array, predicted: Float64Array): WeightedMetrics {
  const errors = new Float64Array(actual.length);
  const angles = new Float64Array(actual.length);
  for (let i = 0; i < actual.length; i++) {
    errors[i] = Math.abs(actual[i] - predicted[i]);
    angles[i] = errors[i] === 0 ? 0 : Math.atan(errors[i] / Math.abs(actual[i]));
  }
  const scale = scaleOf(errors);
  const actualScale = scaleOf(actual);
  const squaredErrors = errors.slice();
  for (let i = 0; i < squaredErrors.length; i++) squaredErrors[i] = (errors[i] / scale) ** 2;
  const ofRows = (weights?: Weights) => {
    const n = totalWeight(actual.length, weights);
    if (n === 0) return { RMSE: null, MAE: null, MAAPE: null, R2: null };
    let [squares, absolute, turned, sum] = [0, 0, 0, 0];
    for (let i = 0; i < actual.length; i++) {
      const weight = weights ? weights[i] : 1;
      if (weight === 0) continue;
      squares += weight * squaredErrors[i];
      absolute += weight * errors[i];
      turned += weight * angles[i];
      sum += weight * actual[i];
    }
    const mean = sum / n;
    let deviations = 0;
    for (let i = 0; i < actual.length; i++) deviations += (weights ? weights[i] : 1) * ((actual[i] - mean) / actualScale) ** 2;
    return {
      RMSE: finiteOrNull(Math.sqrt(squares / n) * scale),
      MAE: finiteOrNull(absolute / n),
      MAAPE: finiteOrNull(turned / n),
      R2: deviations > 0 ? finiteOrNull(1 - (squares / deviations) * (scale / actualScale) ** 2) : null,
    };
  };
  const rowErrors = { actual, errors, angles, scale, actualScale };
  return Object.assign(ofRows, { byGroup: (groups: RowGroups) => groupedRegressionMetrics(rowErrors, groups) });
}

/** Magnitudes whose squares, and sums of them, are numbers that computers hold with all their digits. */
const SQUARABLE = { min: 1e-140, max: 1e140 };

/** Returns by what to divide values before they are squared: 1, unless the squares of the largest would vanish or be infinite. */
function scaleOf(values: Float64Array): number {
  const largest = values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
  return largest === 0 || (largest >= SQUARABLE.min && largest <= SQUARABLE.max) ? 1 : largest;
}
