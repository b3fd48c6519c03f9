import { lagName, type Metrics } from "@agatha/contracts";
import { calinskiHarabaszOfRows } from "@agatha/contracts/ranking/calinski-harabasz";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { findColumn, takeRows } from "../../data/tables/table.js";
import { predictBaseline, weightedBaselineMetrics } from "../../evaluation/baseline.js";
import {
  computeMetrics,
  type MetricInput,
  mapMetrics,
  meanMetrics,
  metricStandardDeviations,
  weightedMetrics,
} from "../../evaluation/metrics/compute-metrics.js";
import { totalWeight, type WeightedMetrics } from "../../evaluation/metrics/weights.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { takeMatrixRows } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { mergePrediction, takePrediction } from "../fit/merge-prediction.js";
import { takeAnomalous } from "../plan/semilabel.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import type { CrossValidation, FoldModel } from "./cross-validate.js";
import { flagOutliers, type OutOfFoldPrediction } from "./predict-held-out.js";

export interface ValidationMetrics {
  heldOut: Metrics;
  /** Standard deviation of the held-out metrics over the folds. */
  spread: Metrics;
  training: Metrics;
  baseline: Metrics;
  /** Computes the held-out metrics with weights for the held-out rows. */
  weighted: WeightedMetrics;
}

/** Random numbers that draw the rows of silhouettes. */
interface SilhouetteSamples {
  /** Of single folds and of training rows. */
  folds: Random;
  /** Of all held-out rows together, the same as for other limits on contamination. */
  heldOut: Random;
}

/**
 * Returns the held-out metrics, their deviation over the folds, the training metrics and the baseline metrics. Held-out metrics are
 * over all held-out rows together, with the calibrated probabilities that the model answers; for clusters, whose numbers differ
 * between fits, they are the mean over the folds. The number of clusters is that of the final model. Training metrics are the mean
 * over the folds, with the probabilities as learned, by which the remark about overfitting judges. The baseline is the mean or
 * majority of the training rows; for time series, the value one period before.
 */
export function validationMetrics(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  { prediction, flagged, calibrated, clusterCount }: OutOfFoldPrediction & Pick<MetricInput, "calibrated"> & { clusterCount?: number },
  random: SilhouetteSamples,
): ValidationMetrics {
  const { type } = trainingSet.plan;
  const toMetricInput = (rows: Int32Array, { prediction, flagged }: OutOfFoldPrediction): MetricInput => ({
    flagged,
    anomalous: takeAnomalous(rows, trainingSet.semilabel),
    distanceSpace: trainingSet.distanceSpace && takeMatrixRows(trainingSet.distanceSpace, rows),
    ...answeredRows(rows, prediction, trainingSet),
  });
  const ofFold = (fold: FoldModel, rows: Int32Array, answers: Prediction, calibratedRows?: Float64Array): WeightedMetrics => {
    const input = toMetricInput(rows, { prediction: answers, flagged: flagOutliers(fold, answers) });
    return weightedMetrics(type, { ...input, calibrated: calibratedRows }, random.folds);
  };
  const { folds, heldOutRows } = crossValidation;
  const onTrain = folds.map((fold) => ofFold(fold, fold.train, predictGraph(fold.graph, takeRows(trainingSet.table, fold.train)))());
  const ofHeldOut = (fold: FoldModel) => {
    const { probabilities } = takePrediction({ probabilities: calibrated }, fold.positions, heldOutRows.length);
    const figures = ofFold(fold, fold.heldOut, takePrediction(prediction, fold.positions, heldOutRows.length), probabilities);
    return withIndexOfSize(figures, fold.heldOut.length, fold.train.length);
  };
  const onHeldOut = folds[0].heldOut.length < 2 ? [] : folds.map(ofHeldOut);
  const byFold = onHeldOut.map((figures, f) => withClusterCount(figures(), onTrain[f].n_clusters));
  const weighted =
    type === "CLUSTERING"
      ? meanOverFolds(onHeldOut, folds)
      : weightedMetrics(type, { ...toMetricInput(heldOutRows, { prediction, flagged }), calibrated }, random.heldOut);
  return {
    weighted,
    heldOut: type === "CLUSTERING" ? withClusterCount(meanMetrics(byFold), clusterCount) : weighted(),
    spread: metricStandardDeviations(byFold),
    training: withClusterCount(meanMetrics(onTrain), clusterCount),
    baseline: trainingSet.series
      ? computeMetrics(type, toMetricInput(heldOutRows, { prediction: trivialPrediction(trainingSet, crossValidation) }), random.folds)
      : baselineMetrics(trainingSet, crossValidation),
  };
}

/**
 * Returns the mean over the folds of each metric with weights for the held-out rows of all folds. A fold weighs as much as its rows. A
 * fold whose rows have no weight does not count.
 */
function meanOverFolds(figures: readonly WeightedMetrics[], folds: readonly FoldModel[]): WeightedMetrics {
  return (weights) => {
    if (!weights) return meanMetrics(figures.map((ofFold) => ofFold()));
    const parts = figures.flatMap((ofFold, f) => {
      const { positions } = folds[f];
      const own = positions.map((at) => weights[at]);
      const share = totalWeight(own.length, own) / own.length;
      return share > 0 ? [{ share, metrics: ofFold(own) }] : [];
    });
    const shares = parts.reduce((sum, { share }) => sum + share, 0);
    const scaled = parts.map(({ share, metrics }) => mapMetrics(metrics, (value) => (value * share * parts.length) / shares));
    return meanMetrics(scaled);
  };
}

/**
 * Leaves out the rows of a time series without an answer. These are rows of series that began lately, and the first row of a series,
 * which has no value before it.
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

/**
 * Returns the figures with the Caliński–Harabasz index converted to the number of training rows. The figures without weights are
 * computed once.
 */
function withIndexOfSize(figures: WeightedMetrics, nrow: number, size: number): WeightedMetrics {
  const own = figures();
  const { n_clusters } = own;
  const figuresOnce: WeightedMetrics = (weights) => (weights ? figures(weights) : own);
  if (typeof n_clusters !== "number") return figuresOnce;
  const ofSize = (index: number) => calinskiHarabaszOfRows(index, { clusters: n_clusters, rows: nrow, of: size });
  return (weights) => {
    const found = figuresOnce(weights);
    return { ...found, CH_index: typeof found.CH_index === "number" ? ofSize(found.CH_index) : null };
  };
}

/** Sets the number of clusters to the model's, instead of the number into which the rows of a fold happen to fall. */
function withClusterCount(figures: Metrics, count: Metrics["n_clusters"]): Metrics {
  return "n_clusters" in figures && count !== undefined ? { ...figures, n_clusters: count } : figures;
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
 * Classes of rows without an order have the shares of all rows. The shares of a fold's training rows are smallest for the class that
 * its held-out rows have most, so they would rank rows worse than chance.
 */
function baselinePrediction({ target, validation }: TrainingSet, { folds, heldOutRows }: CrossValidation): Prediction {
  if (target.kind === "class" && validation?.splitter.rows !== "time") return predictBaseline(target, heldOutRows.length);
  const prediction: Prediction = {};
  for (const { train, heldOut, positions } of folds) {
    mergePrediction(prediction, predictBaseline(takeTarget(target, train), heldOut.length), positions, heldOutRows.length);
  }
  return prediction;
}

/** Returns the metrics of the mean or majority of each fold's training rows. */
export function baselineMetrics(trainingSet: TrainingSet, crossValidation: CrossValidation): Metrics {
  const target = takeTarget(trainingSet.target, crossValidation.heldOutRows);
  return target.kind === "none" ? {} : weightedBaselineMetrics(target, baselinePrediction(trainingSet, crossValidation))();
}
