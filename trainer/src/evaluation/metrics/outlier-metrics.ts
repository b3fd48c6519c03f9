import type { Metrics } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { rankRows } from "./rank-rows.js";
import { rocAuc } from "./roc.js";
import { silhouette, weightedSilhouette } from "./silhouette.js";
import { totalWeight, type WeightedMetrics, type Weights } from "./weights.js";

/** Held-out rows of an outlier detector. */
export interface JudgedRows {
  /** 1 for a row that is flagged. */
  flagged: Int32Array;
  scores: Float64Array;
  /** 1 for a known anomaly, 0 for an unlabeled row; undefined if no row has a label. */
  anomalous?: Int32Array | undefined;
}

/**
 * Returns a function that computes the metrics of contaminationMetrics; silhouette_score, of flagged against unflagged rows in the
 * space of x, null when all rows are on one side; and with labels roc_auc, of known anomalies against the other rows.
 */
export function outlierMetrics({ flagged, scores, anomalous }: JudgedRows, x: Matrix, random: Random): WeightedMetrics {
  const silhouetteScore = weightedSilhouette(silhouette(x, flagged, random));
  const areaOf = anomalyArea(scores, anomalous);
  return (weights?: Weights): Metrics => ({
    ...contaminationMetrics(flagged, anomalous, weights),
    silhouette_score: silhouetteScore(weights),
    ...areaOf(weights),
  });
}

/** Returns a function that computes roc_auc, the area under the ROC curve of known anomalies; nothing without labels. */
export function anomalyArea(scores: Float64Array, anomalous?: Int32Array): (weights?: Weights) => Pick<Metrics, "roc_auc"> {
  if (!anomalous) return () => ({});
  const ranked = [{ code: 1, ...rankRows(scores, (row) => anomalous[row] === 1) }];
  return (weights) => ({ roc_auc: rocAuc(ranked, weights) });
}

/**
 * Returns true_positive, the share of the known anomalies flagged; contamination, the share of the unlabeled rows flagged; and
 * min_distance, the distance of both from 1 and 0 (caret's summary of a one-class model). A metric is null without rows of its
 * kind. With weights, each row counts as often as its weight says.
 */
export function contaminationMetrics(
  flagged: Int32Array,
  anomalous: Int32Array = new Int32Array(flagged.length),
  weights?: Weights,
): Metrics {
  let [right, wrong, anomalies] = [0, 0, 0];
  for (let i = 0; i < flagged.length; i++) {
    const weight = weights?.[i] ?? 1;
    anomalies += weight * anomalous[i];
    if (anomalous[i]) right += weight * flagged[i];
    else wrong += weight * flagged[i];
  }
  return flaggedShares({ right, wrong, anomalies, unlabeled: totalWeight(flagged.length, weights) - anomalies });
}

/** Returns the metrics of contaminationMetrics from the numbers of flagged anomalies and flagged unlabeled rows, and of all of both kinds. */
export function flaggedShares({
  right,
  wrong,
  anomalies,
  unlabeled,
}: Record<"right" | "wrong" | "anomalies" | "unlabeled", number>): Metrics {
  const truePositive = anomalies > 0 ? right / anomalies : null;
  const contamination = unlabeled > 0 ? wrong / unlabeled : null;
  const distance = truePositive === null || contamination === null ? null : distanceToPerfect(truePositive, contamination);
  return { true_positive: truePositive, contamination, min_distance: distance };
}

/** Returns min_distance: the distance to a detector that flags every anomaly and nothing else. */
export function distanceToPerfect(truePositive: number, contamination: number): number {
  return Math.hypot(1 - truePositive, contamination);
}
