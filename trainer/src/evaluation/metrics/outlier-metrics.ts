import type { Indicators } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { silhouetteScore } from "./clustering-metrics.js";
import { totalWeight, type Weights } from "./weights.js";

/**
 * Returns silhouette_score, of flagged against unflagged rows in the space of x, null when all rows are on one side; and the
 * metrics of contaminationMetrics. `anomalous` is 1 for a known anomaly, 0 for an unlabeled row; left out, no row has a label.
 */
export function outlierMetrics(flagged: Int32Array, x: Matrix, random: Random, anomalous?: Int32Array): Indicators {
  return { ...contaminationMetrics(flagged, anomalous), silhouette_score: silhouetteScore(x, flagged, random) };
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
): Indicators {
  let [right, wrong, anomalies] = [0, 0, 0];
  for (let i = 0; i < flagged.length; i++) {
    const weight = weights?.[i] ?? 1;
    anomalies += weight * anomalous[i];
    if (anomalous[i]) right += weight * flagged[i];
    else wrong += weight * flagged[i];
  }
  const unlabeled = totalWeight(flagged.length, weights) - anomalies;
  const truePositive = anomalies > 0 ? right / anomalies : null;
  const contamination = unlabeled > 0 ? wrong / unlabeled : null;
  const distance = truePositive === null || contamination === null ? null : distanceToPerfect(truePositive, contamination);
  return { true_positive: truePositive, contamination, min_distance: distance };
}

/** Returns min_distance: the distance to a detector that flags every anomaly and nothing else. */
export function distanceToPerfect(truePositive: number, contamination: number): number {
  return Math.hypot(1 - truePositive, contamination);
}
