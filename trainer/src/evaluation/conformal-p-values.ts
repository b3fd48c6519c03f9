/**
 * Conformal p-values of outlier scores: the share of normal rows, the new row among them, that score at least as high as it (Bates,
 * Candès, Lei, Romano and Sesia 2023, "Testing for outliers with conformal p-values"). A normal row has a p-value of at most α with
 * a probability of at most α, for any detector and any distribution. The normal rows are held out: by one split, or each by the
 * model of a fold that has not seen it (cross-conformal; Hennhöfer and Preisach 2024, "Leave-one-out-, bootstrap- and cross-conformal
 * anomaly detectors"). For rows of new groups, groups are what is exchangeable, and each weighs the same (Lee, Barber and Willett 2023).
 */
import { ascendingOrder } from "../numeric/ascending-order.js";
import { bisectLeft } from "../numeric/bisect.js";
import { countByCode } from "../numeric/statistics.js";
import { takeNumbers } from "../numeric/take-numbers.js";
import type { ThresholdStep } from "./thresholds.js";

/** Scores of normal rows that a model has not seen. */
export interface NormalScores {
  /** Ascending. */
  scores: Float64Array;
  /** Weight of each score; 1 if absent. Weights add up to the number of groups. */
  weights?: Float64Array;
}

/** Sorts the scores. `groups` has the group of each, if whole groups were held out. */
export function createNormalScores(scores: Float64Array, groups?: Int32Array): NormalScores {
  const order = ascendingOrder(scores);
  const sorted = takeNumbers(scores, order);
  if (!groups) return { scores: sorted };
  const sizes = countByCode(groups);
  return { scores: sorted, weights: Float64Array.from(order, (at) => 1 / (sizes.get(groups[at]) ?? 1)) };
}

/** Returns the least p-value that a row can have. */
export function leastPValue({ scores, weights }: NormalScores): number {
  return 1 / (1 + (weights ? Math.round(weights.reduce((sum, weight) => sum + weight, 0)) : scores.length));
}

/** Returns how many scores, or groups of scores, a p-value of this share needs. */
export function scoresNeeded(share: number): number {
  return Math.ceil(1 / share - 1e-9) - 1;
}

/** Returns a function that gives the p-value of a score. */
export function pValues(normal: NormalScores): (score: number) => number {
  const { scores } = normal;
  const least = leastPValue(normal);
  const above = weightsFrom(normal);
  return (score) => least * (1 + above[bisectLeft(scores, score)]);
}

/** Returns for each score the weight of it and all after it, and 0 last. */
function weightsFrom({ scores, weights }: NormalScores): Float64Array {
  const above = new Float64Array(scores.length + 1);
  for (let i = scores.length - 1; i >= 0; i--) above[i] = above[i + 1] + (weights?.[i] ?? 1);
  return above;
}

/** Returns the thresholds by which just the rows are flagged whose p-value is within a limit. */
export function conformalThresholds(normal: NormalScores): ThresholdStep[] {
  const { scores } = normal;
  const least = leastPValue(normal);
  const above = weightsFrom(normal);
  const steps = Array.from(scores, (threshold, i) => ({ maxFpr: least * (1 + above[i + 1]), threshold })).reverse();
  return [{ maxFpr: 0, threshold: scores[scores.length - 1] }, ...steps];
}
