import { ERRORS, falseAlarmShare, InvalidInput, type ModelInfo, type ThresholdChoice } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { OUTLIER_DEVIATIONS } from "../../algorithms/residual/robust-smoothing.js";
import {
  conformalThresholds,
  createNormalScores,
  leastPValue,
  type NormalScores,
  pValues,
  scoresNeeded,
} from "../../evaluation/conformal-p-values.js";
import { metricsByLimit } from "../../evaluation/metrics/metrics-by-limit.js";
import { rankRows } from "../../evaluation/metrics/rank-rows.js";
import { downsample, rocCurve } from "../../evaluation/metrics/roc.js";
import { intervalsByLimit } from "../../evaluation/outlier-uncertainty.js";
import { contaminationThresholds, semilabelThresholds, type ThresholdStep, thresholdAt } from "../../evaluation/thresholds.js";
import type { Graph } from "../../model/artifact/graph.js";
import { takeMatrixRows } from "../../numeric/matrix.js";
import { type Random, randomPermutation } from "../../numeric/random.js";
import { groupsOfSplitter, takeSplitter } from "../../numeric/split.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { withScoresLike } from "../fit/score-unit.js";
import { takeAnomalous } from "../plan/semilabel.js";
import type { TrainingSet } from "../plan/training-set.js";
import type { CrossValidation } from "./cross-validate.js";
import { unitsOfHeldOutRows } from "./metric-uncertainty.js";
import type { OutOfFoldPrediction } from "./predict-held-out.js";

/** Largest number of choices that a model lists; between two of them, the stricter one applies. */
const MAX_CHOICES = 100;

/** Largest number of normal scores that a model keeps. */
const MAX_NORMAL_SCORES = 10_000;

/**
 * Returns the held-out scores of the rows that are no known anomalies; of very many, a random part. Throws InvalidInput
 * (modelTrainingFailed) if they are too few for the budget for false alarms.
 */
export function heldOutNormalScores(
  { semilabel, validation, falseAlarms }: TrainingSet,
  heldOutRows: Int32Array,
  { scores = new Float64Array(0) }: Prediction,
  random: Random,
): NormalScores {
  const normal = Int32Array.from(heldOutRows.keys()).filter((at) => semilabel?.anomalous[heldOutRows[at]] !== 1);
  const kept =
    normal.length > MAX_NORMAL_SCORES
      ? randomPermutation(normal.length, random)
          .slice(0, MAX_NORMAL_SCORES)
          .map((i) => normal[i])
      : normal;
  const groups = heldOutGroups(validation, heldOutRows);
  const found = createNormalScores(takeNumbers(scores, kept), groups && kept.map((at) => groups[at]));
  if (falseAlarms && leastPValue(found) > falseAlarmShare(falseAlarms)) {
    const [has, needs] = [leastPValue(found), falseAlarmShare(falseAlarms)].map(scoresNeeded);
    const what = groups ? "groups of held-out normal rows" : "held-out normal rows";
    const remedy = groups
      ? "allow more, add groups, or hold out random rows if no rows of new groups will come"
      : "allow more, or add rows";
    const message = `${falseAlarms.atMost} false alarms of ${falseAlarms.outOf} ${falseAlarms.of} need ${needs} ${what}, and there are ${has}: ${remedy}`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "falseAlarms", message });
  }
  return found;
}

/** Returns the folds of a detector with their scores in the unit of the final model's. */
export function inUnitOf(final: Graph, crossValidation: CrossValidation): CrossValidation {
  return { ...crossValidation, folds: crossValidation.folds.map((fold) => ({ ...fold, graph: withDetectorsLike(fold.graph, final) })) };
}

/** Returns the graph with the scores of each of its detectors in the unit of the same one of another graph. */
function withDetectorsLike(graph: Graph, other: Graph): Graph {
  const [layer, others] = [graph, other].map(({ layers }) => layers[layers.length - 1]);
  return layer.length === others.length
    ? { ...graph, layers: [...graph.layers.slice(0, -1), layer.map((node, n) => withScoresLike(node, others[n]))] }
    : graph;
}

function heldOutGroups(validation: TrainingSet["validation"], heldOutRows: Int32Array): Int32Array | undefined {
  return groupsOfSplitter(validation && takeSplitter(validation.splitter, heldOutRows));
}

/**
 * Returns the folds of a detector with their thresholds, which come from the held-out scores. Without a budget for false alarms the
 * final model's threshold comes from the scores of all held-out rows, each by a model that has not seen it: a model scores rows that it
 * learned from lower than others. A fold's threshold comes only from the held-out rows of the other folds, so that the held-out metrics
 * are for a threshold chosen without the evaluated rows. If the false discovery rate is controlled, a fold's p-values come from the same
 * rows.
 */
export function withHeldOutThresholds(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  { scores = new Float64Array(0) }: Prediction,
): CrossValidation {
  const { plan, semilabel, falseAlarms, validation, maxFpr = 1 } = trainingSet;
  if (plan.type !== "OCC") return crossValidation;
  const { heldOutRows } = crossValidation;
  const anomalous = takeAnomalous(heldOutRows, semilabel) ?? new Int32Array(heldOutRows.length);
  const groups = heldOutGroups(validation, heldOutRows);
  const normalScoresOf = (chosen: Int32Array) => createNormalScores(takeNumbers(scores, chosen), groups && chosen.map((at) => groups[at]));
  const fdrControlBy = (positions: Int32Array) =>
    falseAlarms?.of === "alarms"
      ? { pValue: pValues(normalScoresOf(positions.filter((at) => anomalous[at] === 0))), fdr: falseAlarmShare(falseAlarms) }
      : undefined;
  const stepsOf = (positions: Int32Array) => {
    if (falseAlarms) return conformalThresholds(normalScoresOf(positions.filter((at) => anomalous[at] === 0)));
    const chosen = takeNumbers(scores, positions);
    // Held-out rows of series that all begin after the training of their fold have no scores, and known anomalies determine nothing.
    if (chosen.length === 0) return [{ maxFpr: 0, threshold: OUTLIER_DEVIATIONS }];
    if (semilabel)
      return semilabelThresholds(
        chosen,
        positions.map((at) => anomalous[at]),
      );
    return plan.calendar ? deviationThresholds(chosen) : contaminationThresholds(chosen, trainingSet.contamination);
  };
  const allPositions = Int32Array.from(heldOutRows.keys());
  const folds = crossValidation.folds.map((fold) => {
    const own = new Set(fold.positions);
    // A single fold has no other rows. The p-values of its own rows are right for it, except for one part in their number.
    const others = crossValidation.folds.length === 1 ? allPositions : allPositions.filter((at) => !own.has(at));
    const thresholdSteps = stepsOf(others);
    return { ...fold, thresholdSteps, threshold: thresholdAt(thresholdSteps, maxFpr), fdrControl: fdrControlBy(others) };
  });
  return { ...crossValidation, folds, thresholdSteps: falseAlarms ? undefined : stepsOf(allPositions) };
}

/**
 * Returns the thresholds of a detector in series. Scores are deviations, and an outlier is a fixed number of them away, whatever the
 * share of outliers.
 */
function deviationThresholds(scores: Float64Array): ThresholdStep[] {
  const outliers = scores.filter((score) => score > OUTLIER_DEVIATIONS);
  const steps = contaminationThresholds(scores, outliers.length / scores.length);
  return steps.map((step) => ({ ...step, threshold: Math.max(step.threshold, OUTLIER_DEVIATIONS) }));
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
  const distanceSpace = trainingSet.distanceSpace && takeMatrixRows(trainingSet.distanceSpace, crossValidation.heldOutRows);
  const metrics = metricsByLimit({ firstFlaggingLimit, scores, anomalous, distanceSpace }, limits.length, random);
  const indicators = metrics();
  const groups = unitsOfHeldOutRows(trainingSet, crossValidation.heldOutRows);
  const intervals = intervalsByLimit(metrics, { firstFlaggingLimit, anomalous, groups });
  const choices = limits.map(
    (maxFpr, i): ThresholdChoice => ({
      max_fpr: maxFpr,
      threshold: thresholdAt(thresholdSteps, maxFpr),
      indicators: indicators[i],
      intervals: intervals[i],
    }),
  );
  if (!anomalous || !trainingSet.semilabel) return { choices };
  const anomalies = anomalous.reduce((sum, one) => sum + one, 0);
  return {
    choices,
    labels: {
      anomalies,
      unlabeled: anomalous.length - anomalies,
      value: trainingSet.semilabel.value,
      kinds: trainingSet.semilabel.kinds,
      normal: trainingSet.semilabel.normal,
      learned: trainingSet.semilabel.trainsOnAnomalies,
      roc: rocCurve(rankRows(scores, (row) => anomalous[row] === 1)),
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
