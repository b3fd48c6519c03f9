import { benjaminiHochberg } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { mergePrediction } from "../fit/merge-prediction.js";
import type { CrossValidation, FoldModel } from "./cross-validate.js";

export interface OutOfFoldPrediction {
  prediction: Prediction;
  /** Outlier detection: 1 if the score is above the threshold of the row's own fold, or if the row raises an alarm among all rows. */
  flagged?: Int32Array | undefined;
}

/** Predicts the held-out rows, each by the model that has not seen it. `table` has only those rows, in order. */
export function predictHeldOut({ folds, heldOutRows }: Pick<CrossValidation, "folds" | "heldOutRows">, table: Table): Prediction {
  const merged: Prediction = {};
  for (const { graph, positions } of folds) {
    const prediction = predictGraph(graph, folds.length === 1 ? table : takeRows(table, positions));
    mergePrediction(merged, prediction, positions, heldOutRows.length);
  }
  return merged;
}

/** Returns 1 for each held-out row that is flagged by the threshold of its own fold, or as an alarm among all rows. */
export function flagHeldOut({ folds, heldOutRows }: CrossValidation, { scores = new Float64Array(0) }: Prediction): Int32Array | undefined {
  const [{ threshold, fdrControl }] = folds;
  if (threshold === undefined) return undefined;
  const pValues = new Float64Array(heldOutRows.length);
  const flagged = new Int32Array(heldOutRows.length);
  for (const fold of folds) {
    for (const at of fold.positions) {
      if (fold.fdrControl) pValues[at] = fold.fdrControl.pValue(scores[at]);
      if (fold.threshold !== undefined && scores[at] > fold.threshold) flagged[at] = 1;
    }
  }
  return fdrControl ? alarmsAmong(pValues, fdrControl.fdr) : flagged;
}

/** Returns 1 for each row of one fold that is flagged; undefined if nothing is. */
export function flagOutliers(
  { threshold, fdrControl }: Pick<FoldModel, "threshold" | "fdrControl">,
  prediction: Prediction,
): Int32Array | undefined {
  const { scores = new Float64Array(0) } = prediction;
  if (fdrControl) return alarmsAmong(scores.map(fdrControl.pValue), fdrControl.fdr);
  return threshold === undefined ? undefined : Int32Array.from(scores, (score) => (score > threshold ? 1 : 0));
}

/** Returns 1 for each row whose p-value raises an alarm. */
function alarmsAmong(pValues: Float64Array, fdr: number): Int32Array {
  return Int32Array.from(benjaminiHochberg(Array.from(pValues), fdr), Number);
}
