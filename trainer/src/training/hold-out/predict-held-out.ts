import { benjaminiHochberg } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { mergePrediction } from "../fit/merge-prediction.js";
import type { CrossValidation, FoldModel } from "./cross-validate.js";

export interface OutOfFoldPrediction {
  prediction: Prediction;
  /** Outlier detection: 1 if the score is above the threshold of the row's own fold, or if the row raises an alarm among all rows. */
  flagged?: Int32Array;
}

/** Predicts the held-out rows, each by the model that has not seen it. `table` has only those rows, in order. */
export function predictHeldOut({ folds, heldOutRows }: Pick<CrossValidation, "folds" | "heldOutRows">, table: Table): OutOfFoldPrediction {
  const merged: OutOfFoldPrediction = { prediction: {} };
  const pValues = new Float64Array(heldOutRows.length);
  for (const { graph, threshold, fdrControl, positions } of folds) {
    const prediction = predictGraph(graph, folds.length === 1 ? table : takeRows(table, positions));
    mergePrediction(merged.prediction, prediction, positions, heldOutRows.length);
    const { scores = [] } = prediction;
    if (fdrControl) for (const [i, at] of positions.entries()) pValues[at] = fdrControl.pValue(scores[i]);
    if (threshold === undefined) continue;
    merged.flagged ??= new Int32Array(heldOutRows.length);
    for (const [i, at] of positions.entries()) merged.flagged[at] = scores[i] > threshold ? 1 : 0;
  }
  const [{ fdrControl }] = folds;
  return fdrControl ? { ...merged, flagged: alarmsAmong(pValues, fdrControl.fdr) } : merged;
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
