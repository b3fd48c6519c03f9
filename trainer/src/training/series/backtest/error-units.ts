import { median } from "../../../numeric/statistics.js";
import type { ForecastComparison } from "./trial.js";

/** Number of forecasts of a series that say as much about its errors as all other series do. */
const PRIOR_FORECASTS = 1;
/** Least error of a series as a share of the usual one: a few exact forecasts promise no more. */
const MIN_SHARE = 1e-3;

/** Mean of |error| ÷ scale that is usual for a series. */
type UsualError = (code: number) => number;

/** Returns the unit of a series, also as it is without the forecast from one row. */
export type ErrorUnits = (code: number, withoutRow?: number) => number;

interface Errors {
  sum: number;
  count: number;
}

/**
 * Returns the unit in which the errors of each of several series count for its interval: its scale times its mean error in that scale.
 * Some series are easier to forecast than their scale suggests, such as those with a trend and little noise. The mean error of a
 * series with few forecasts is shrunk to the usual one, by default the median of all series.
 */
export function errorUnits(compared: readonly ForecastComparison[], scales: readonly number[], usual?: UsualError): ErrorUnits {
  const bySeries = scales.map((): Errors => ({ sum: 0, count: 0 }));
  const byRow = new Map<number, Errors>();
  for (const { rows, codes, spreads, actual, predicted } of compared) {
    rows.forEach((row, i) => {
      const ofRow = byRow.get(row) ?? { sum: 0, count: 0 };
      byRow.set(row, ofRow);
      for (const each of [ofRow, bySeries[codes[i]]]) {
        each.sum += Math.abs(predicted[i] - actual[i]) / (spreads[i] * scales[codes[i]]);
        each.count++;
      }
    });
  }
  const means = bySeries.filter(({ count }) => count > 0).map(({ sum, count }) => sum / count);
  const middle = (means.length > 0 && median(Float64Array.from(means))) || 1;
  return (code, withoutRow) => {
    const less = (withoutRow !== undefined && byRow.get(withoutRow)) || { sum: 0, count: 0 };
    const count = bySeries[code].count - less.count;
    const prior = usual?.(code) ?? middle;
    if (count <= 0) return scales[code] * prior;
    const own = Math.max((bySeries[code].sum - less.sum) / count, MIN_SHARE * prior);
    const forecasts = count / compared.length;
    return scales[code] * prior * (own / prior) ** (forecasts / (forecasts + PRIOR_FORECASTS));
  };
}
