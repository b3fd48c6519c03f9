import type { MetricIntervals, Metrics } from "@agatha/contracts";
import type { RowGroups } from "../../numeric/relabel-sequentially.js";

/** How often each row counts, or each group of rows: whole numbers from 0. */
export type Weights = Int32Array;

/** Metrics of rows. */
export interface WeightedMetrics {
  /** Returns the metrics of rows, each counted as often as its weight says; of all rows once without weights. */
  (weights?: Weights): Metrics;
  /** Returns a function of the weights of groups, if it is faster than one of the weights of their rows. */
  byGroup?(groups: RowGroups): (weights: Weights) => Metrics;
  /** Returns the intervals of metrics that are the same whatever groups are drawn, such as an accuracy of 1. */
  ofConstants?(groups: RowGroups): MetricIntervals;
}

/** Returns the number of rows, each counted as often as its weight says; once without weights. */
export function totalWeight(nrow: number, weights?: Weights): number {
  if (!weights) return nrow;
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i];
  return total;
}

/** Returns the weights of rows from those of their groups. */
export function rowWeights({ codes }: RowGroups, weights: Weights): Weights {
  const ofRows = new Int32Array(codes.length);
  for (let row = 0; row < ofRows.length; row++) ofRows[row] = weights[codes[row]];
  return ofRows;
}
