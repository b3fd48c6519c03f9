/** Rounding of metrics for readers, as the console and the reports write them. */
import type { MetricName } from "../kinds/metrics.js";

/** Metrics that have neither a unit nor the scale of a column: an R² of 0.00000004 is 0. */
const UNITLESS_METRICS: readonly MetricName[] = [
  "MAAPE",
  "R2",
  "MASE",
  "sMAPE",
  "Kappa",
  "macroF1",
  "log_loss",
  "roc_auc",
  "min_distance",
  "silhouette_score",
];
const UNITLESS_DECIMALS = 4;

/** Rounds a metric without a unit to four decimals. Returns any other as it is. */
export function roundMetric(name: MetricName, value: number): number {
  return UNITLESS_METRICS.includes(name) ? roundTo(value, UNITLESS_DECIMALS) : value;
}

/** Rounds to decimals. What becomes 0 has no sign. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}

/** Writes a correlation with so many decimals. One that rounds to 0 has no sign. */
export function correlationText(correlation: number, decimals = 2): string {
  return roundTo(correlation, decimals).toFixed(decimals);
}
