import type { Indicators, ModelInfo, ThresholdChoice } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { contaminationMetrics } from "../../evaluation/metrics/outlier-metrics.js";
import { downsample, rocCurve } from "../../evaluation/metrics/roc.js";
import { silhouettesByThreshold } from "../../evaluation/metrics/silhouettes-by-threshold.js";
import { semilabelThresholds, type ThresholdStep, thresholdAt } from "../../evaluation/thresholds.js";
import { type Matrix, takeMatrixRows } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { takeAnomalous } from "../plan/semilabel.js";
import type { TrainingSet } from "../plan/training-set.js";
import { type CrossValidation, type OutOfFoldPrediction, predictHeldOut } from "./cross-validate.js";

/** Largest number of choices that a model lists; between two of them, the stricter one applies. */
const MAX_CHOICES = 100;

/**
 * Returns the folds of a semi-labeled training set with their thresholds. The final model's threshold comes from the scores of
 * all held-out rows, each by a model that has not seen it. A fold's threshold comes only from the held-out rows of the other
 * folds, so that the held-out metrics are for a threshold chosen without the evaluated rows.
 */
export function withSemilabelThresholds(trainingSet: TrainingSet, crossValidation: CrossValidation): CrossValidation {
  const { semilabel, maxFpr = 1 } = trainingSet;
  if (!semilabel) return crossValidation;
  const scores =
    predictHeldOut(crossValidation, takeRows(trainingSet.table, crossValidation.heldOutRows)).prediction.scores ?? new Float64Array(0);
  const stepsOf = (positions: Int32Array) =>
    semilabelThresholds(
      Float64Array.from(positions, (at) => scores[at]),
      positions.map((at) => semilabel.anomalous[crossValidation.heldOutRows[at]]),
    );
  const allPositions = Int32Array.from(crossValidation.heldOutRows.keys());
  const folds = crossValidation.folds.map((fold) => {
    const own = new Set(fold.positions);
    const thresholdSteps = stepsOf(allPositions.filter((at) => !own.has(at)));
    return { ...fold, thresholdSteps, threshold: thresholdAt(thresholdSteps, maxFpr) };
  });
  return { ...crossValidation, folds, thresholdSteps: stepsOf(allPositions) };
}

/** Describes a detector's threshold: the choice for each limit on contamination, and with labels the ROC curve of its scores. */
export function describeThresholds(
  { trainingSet, crossValidation, heldOut }: { trainingSet: TrainingSet; crossValidation: CrossValidation; heldOut: OutOfFoldPrediction },
  thresholdSteps: readonly ThresholdStep[],
  random: Random,
): Pick<NonNullable<ModelInfo["outlier"]>, "choices" | "labels"> {
  const scores = heldOut.prediction.scores ?? new Float64Array(0);
  const anomalous = takeAnomalous(crossValidation.heldOutRows, trainingSet.semilabel);
  const limits = distinctLimits(
    [thresholdSteps, ...crossValidation.folds.map((fold) => fold.thresholdSteps ?? [])],
    trainingSet.maxFpr ?? 1,
  );
  const firstFlaggingLimit = firstFlaggingLimits(crossValidation, scores, limits);
  const metrics = metricsByLimit(
    {
      firstFlaggingLimit,
      anomalous,
      distanceSpace: trainingSet.distanceSpace && takeMatrixRows(trainingSet.distanceSpace, crossValidation.heldOutRows),
    },
    limits.length,
    random,
  );
  const choices = limits.map(
    (max_fpr, i): ThresholdChoice => ({ max_fpr, threshold: thresholdAt(thresholdSteps, max_fpr), indicators: metrics[i] }),
  );
  if (!anomalous || !trainingSet.semilabel) return { choices };
  const anomalies = anomalous.reduce((sum, one) => sum + one, 0);
  return {
    choices,
    labels: {
      anomalies,
      unlabeled: anomalous.length - anomalies,
      value: trainingSet.semilabel.value,
      normal: trainingSet.semilabel.normal,
      learned: trainingSet.semilabel.trainsOnAnomalies,
      roc: rocCurve(scores, (row) => anomalous[row] === 1),
    },
  };
}

/** Returns every limit at which a threshold changes, ascending, and the requested limit. Too many limits are thinned out. */
function distinctLimits(all: readonly (readonly ThresholdStep[])[], requested: number): number[] {
  const limits = [...new Set(all.flatMap((thresholdSteps) => thresholdSteps.map(({ maxFpr }) => maxFpr)))].sort((a, b) => a - b);
  return [...new Set([...downsample(limits, MAX_CHOICES), Math.min(1, requested)])].sort((a, b) => a - b);
}

/** Returns for each held-out row the index of the first limit under which its own fold flags it; the number of limits if none does. */
function firstFlaggingLimits({ folds, heldOutRows }: CrossValidation, scores: Float64Array, limits: readonly number[]): Int32Array {
  const from = new Int32Array(heldOutRows.length).fill(limits.length);
  for (const { positions, thresholdSteps = [] } of folds) {
    const thresholds = limits.map((limit) => thresholdAt(thresholdSteps, limit));
    for (const at of positions) from[at] = firstAbove(scores[at], thresholds);
  }
  return from;
}

/** Returns the index of the first of some falling thresholds below the score, or their number if there is none. */
export function firstAbove(score: number, thresholds: readonly number[]): number {
  const first = thresholds.findIndex((threshold) => score > threshold);
  return first < 0 ? thresholds.length : first;
}

interface FlaggedRows {
  /** Index of the first limit under which each row is flagged. */
  firstFlaggingLimit: Int32Array;
  anomalous: Int32Array | undefined;
  distanceSpace: Matrix | undefined;
}

/** Returns the metrics for each of `count` limits. */
export function metricsByLimit({ firstFlaggingLimit, anomalous, distanceSpace }: FlaggedRows, count: number, random: Random): Indicators[] {
  const silhouettes = distanceSpace ? silhouettesByThreshold(distanceSpace, firstFlaggingLimit, count, random) : [];
  return Array.from({ length: count }, (_, number) => {
    const flagged = firstFlaggingLimit.map((first) => (first <= number ? 1 : 0));
    return { ...contaminationMetrics(flagged, anomalous), silhouette_score: silhouettes[number] ?? null };
  });
}
