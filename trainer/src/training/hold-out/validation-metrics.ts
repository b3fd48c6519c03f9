import { type Indicators, lagName } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { findColumn, takeRows } from "../../data/tables/table.js";
import { predictBaseline } from "../../evaluation/baseline.js";
import { computeMetrics, type MetricInput, meanMetrics, metricStandardDeviations } from "../../evaluation/metrics/compute-metrics.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { takeMatrixRows } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { mergePrediction } from "../fit/merge-prediction.js";
import { takeAnomalous } from "../plan/semilabel.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { type CrossValidation, type FoldModel, flagOutliers, type OutOfFoldPrediction } from "./cross-validate.js";

interface ValidationMetrics {
  heldOut: Indicators;
  /** Standard deviation of the held-out metrics over the folds. */
  spread: Indicators;
  training: Indicators;
  baseline: Indicators;
}

/**
 * Returns the held-out metrics, their deviation over the folds, the training metrics and the baseline metrics. Held-out metrics are
 * over all held-out rows together, with the calibrated probabilities that the model answers; for clusters, whose numbers differ
 * between fits, they are the mean over the folds. Training metrics are the mean over the folds. The baseline is the mean or
 * majority of the training rows; for time series, the value one period before.
 */
export function validationMetrics(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  { prediction, flagged, calibrated }: OutOfFoldPrediction & Pick<MetricInput, "calibrated">,
  random: Random,
): ValidationMetrics {
  const { type } = trainingSet.plan;
  const toMetricInput = (rows: Int32Array, { prediction, flagged }: OutOfFoldPrediction): MetricInput => ({
    flagged,
    anomalous: takeAnomalous(rows, trainingSet.semilabel),
    distanceSpace: trainingSet.distanceSpace && takeMatrixRows(trainingSet.distanceSpace, rows),
    ...answeredRows(rows, prediction, trainingSet),
  });
  const onRows = (fold: FoldModel, rows: Int32Array): Indicators => {
    const prediction = predictGraph(fold.graph, takeRows(trainingSet.table, rows));
    const flagged = flagOutliers(fold, prediction);
    return computeMetrics(type, toMetricInput(rows, { prediction, flagged }), random);
  };
  const onTrain = crossValidation.folds.map((fold) => onRows(fold, fold.train));
  const byFold =
    crossValidation.folds[0].heldOut.length < 2
      ? []
      : crossValidation.folds.map((fold, f) => withClusterCount(onRows(fold, fold.heldOut), onTrain[f]));
  const { heldOutRows } = crossValidation;
  const pooled =
    type === "CLUSTERING"
      ? meanMetrics(byFold)
      : computeMetrics(type, { ...toMetricInput(heldOutRows, { prediction, flagged }), calibrated }, random);
  return {
    heldOut: pooled,
    spread: metricStandardDeviations(byFold),
    training: meanMetrics(onTrain),
    baseline: trainingSet.series
      ? computeMetrics(type, toMetricInput(heldOutRows, { prediction: trivialPrediction(trainingSet, crossValidation) }), random)
      : baselineMetrics(trainingSet, crossValidation, random),
  };
}

/**
 * Leaves out the rows of a time series without an answer: those of series that began lately, or the first one of a series, which has
 * no value before it.
 */
function answeredRows(
  rows: Int32Array,
  prediction: Prediction,
  { series, target }: TrainingSet,
): Pick<MetricInput, "prediction" | "target"> {
  const { values } = prediction;
  if (!series || !values) return { prediction, target: takeTarget(target, rows) };
  return {
    prediction: { ...prediction, values: values.filter((value) => !Number.isNaN(value)) },
    target: takeTarget(
      target,
      rows.filter((_, i) => !Number.isNaN(values[i])),
    ),
  };
}

/** Sets the number of clusters to the model's, instead of the number into which the held-out rows happen to fall. */
function withClusterCount(heldOut: Indicators, train: Indicators): Indicators {
  return "n_clusters" in train ? { ...heldOut, n_clusters: train.n_clusters } : heldOut;
}

/**
 * Predicts the held-out rows without a model: the mean or class shares of each fold's training rows; of a time series, the value
 * one period before.
 */
export function trivialPrediction(trainingSet: TrainingSet, crossValidation: CrossValidation): Prediction {
  const { table, series } = trainingSet;
  if (!series) return baselinePrediction(trainingSet, crossValidation);
  const before = findColumn(table, lagName(series.response, 1));
  const values = before && before.type !== "s" ? before.values : new Float64Array(0);
  return { values: takeNumbers(values, crossValidation.heldOutRows) };
}

/**
 * Classes of rows without an order have the shares of all rows. Those of the folds' training rows are least where the held-out rows have
 * most of a class, so that they would rank rows worse than chance.
 */
function baselinePrediction({ target, validation }: TrainingSet, { folds, heldOutRows }: CrossValidation): Prediction {
  if (target.kind === "class" && validation?.design.rows !== "time") return predictBaseline(target, heldOutRows.length);
  const prediction: Prediction = {};
  for (const { train, heldOut, positions } of folds) {
    mergePrediction(prediction, predictBaseline(takeTarget(target, train), heldOut.length), positions, heldOutRows.length);
  }
  return prediction;
}

/** Returns the metrics of the mean or majority of each fold's training rows. */
export function baselineMetrics(trainingSet: TrainingSet, crossValidation: CrossValidation, random: Random): Indicators {
  const { plan, target } = trainingSet;
  if (target.kind === "none") return {};
  const prediction = baselinePrediction(trainingSet, crossValidation);
  return computeMetrics(plan.type, { prediction, target: takeTarget(target, crossValidation.heldOutRows) }, random);
}
