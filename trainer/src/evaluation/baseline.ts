import { type ClassDecision, costPerRow } from "@agatha/contracts";
import type { Prediction } from "../algorithms/base/algorithm.js";
import type { Target } from "../numeric/matrix.js";
import { argmaxClasses, weightedConfusionMatrix } from "./metrics/classification-metrics.js";
import { supervisedMetrics } from "./metrics/compute-metrics.js";
import type { WeightedMetrics } from "./metrics/weights.js";

/** Relative difference of two costs that rounding may make. */
const ROUNDING = 1e-9;

/**
 * Predicts without a model for `nrow` rows: the mean of the training rows, or their class shares and therefore the most frequent
 * class.
 */
export function predictBaseline(train: Target, nrow: number): Prediction {
  if (train.kind === "number") {
    const mean = train.values.reduce((sum, value) => sum + value, 0) / train.values.length;
    return { values: new Float64Array(nrow).fill(mean) };
  }
  if (train.kind === "none") return {};
  const labels = train.labels.length;
  const counts = new Int32Array(labels);
  for (const code of train.codes) counts[code]++;
  const shares = Float64Array.from(counts, (count) => count / Math.max(1, train.codes.length));
  const probabilities = new Float64Array(nrow * labels);
  for (let i = 0; i < nrow; i++) probabilities.set(shares, i * labels);
  return { probabilities };
}

/**
 * Returns a function that computes the metrics of a prediction without a model. Its answers are the most frequent class, whatever
 * wrong answers cost; the cost alone is that of the class of least expected cost.
 */
export function weightedBaselineMetrics(target: Exclude<Target, { kind: "none" }>, prediction: Prediction): WeightedMetrics {
  if (target.kind === "number" || !target.decision) return supervisedMetrics(target, prediction);
  const { decision, ...classes } = target;
  const figures = supervisedMetrics(classes, prediction);
  const cheapest = leastCostClasses(decision, prediction.probabilities ?? new Float64Array(0));
  const confusionOf = weightedConfusionMatrix(classes.codes, cheapest, classes.labels.length);
  const withCost: WeightedMetrics = (weights) => ({ ...figures(weights), cost: costPerRow(decision.costs, confusionOf(weights)) });
  withCost.ofConstants = figures.ofConstants;
  return withCost;
}

/** Returns the class of least expected cost of each row, the likeliest one if it costs no more. */
function leastCostClasses({ labels, costs }: ClassDecision, probabilities: Float64Array): Int32Array {
  return argmaxClasses(probabilities, labels.length).map((likeliest, row) => {
    const shares = probabilities.subarray(row * labels.length, (row + 1) * labels.length);
    const expected = labels.map((_, answer) => shares.reduce((sum, share, actual) => sum + share * costs[actual][answer], 0));
    const least = Math.min(...expected);
    return expected[likeliest] <= least * (1 + ROUNDING) ? likeliest : expected.indexOf(least);
  });
}
