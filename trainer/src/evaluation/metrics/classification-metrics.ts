import { decideClasses, type Metrics } from "@agatha/contracts";
import type { Target } from "../../numeric/matrix.js";
import type { Weights } from "./weights.js";

/** Counts rows by class: `confusion[actual][predicted]`. */
export function confusionMatrix(actual: Int32Array, predicted: Int32Array, labels: number): number[][] {
  return weightedConfusionMatrix(actual, predicted, labels)();
}

/** Returns a function that counts rows by class, each as often as its weight says. */
export function weightedConfusionMatrix(actual: Int32Array, predicted: Int32Array, labels: number): (weights?: Weights) => number[][] {
  const cells = actual.map((code, row) => code * labels + predicted[row]);
  return (weights) => {
    const counts = new Int32Array(labels * labels);
    for (let row = 0; row < cells.length; row++) counts[cells[row]] += weights ? weights[row] : 1;
    return Array.from({ length: labels }, (_, k) => [...counts.subarray(k * labels, (k + 1) * labels)]);
  };
}

/**
 * Returns accuracy, kappa and macroF1, all null without rows. Accuracy: share of rows predicted correctly. Kappa (Cohen 1960):
 * agreement beyond chance, null where chance always agrees. macroF1: mean over the classes that occur, as actual or as predicted,
 * of 2 · correct ÷ (actual + predicted).
 */
export function classificationMetrics(confusion: readonly number[][]): Metrics {
  const actual = confusion.map((row) => row.reduce((sum, count) => sum + count, 0));
  const predicted = confusion.map((_, k) => confusion.reduce((sum, row) => sum + row[k], 0));
  const n = actual.reduce((sum, count) => sum + count, 0);
  if (n === 0) return { Accuracy: null, Kappa: null, macroF1: null };
  const right = confusion.map((row, k) => row[k]);
  const accuracy = right.reduce((sum, count) => sum + count, 0) / n;
  const chance = actual.reduce((sum, count, k) => sum + count * predicted[k], 0) / (n * n);
  const occurring = [...confusion.keys()].filter((k) => actual[k] + predicted[k] > 0);
  const f1 = occurring.map((k) => (2 * right[k]) / (actual[k] + predicted[k]));
  return {
    Accuracy: accuracy,
    Kappa: chance < 1 ? (accuracy - chance) / (1 - chance) : null,
    macroF1: f1.reduce((sum, value) => sum + value, 0) / f1.length,
  };
}

/** Returns the class that is answered for each row: by the target's decision, or else the most probable one. */
export function answeredClasses({ labels, decision }: Extract<Target, { kind: "class" }>, probabilities: Float64Array): Int32Array {
  return decision ? decideClasses(decision, probabilities) : argmaxClasses(probabilities, labels.length);
}

/** Returns the most probable class of each row, the first one on a tie. `probabilities` is n × labels in row-major order. */
export function argmaxClasses(probabilities: Float64Array, labels: number): Int32Array {
  const codes = new Int32Array(probabilities.length / labels);
  for (let i = 0; i < codes.length; i++) {
    let best = 0;
    for (let k = 1; k < labels; k++) if (probabilities[i * labels + k] > probabilities[i * labels + best]) best = k;
    codes[i] = best;
  }
  return codes;
}
