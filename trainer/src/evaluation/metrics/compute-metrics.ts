import { costPerRow, type MetricName, type Metrics, type ModelType } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { answeredClasses, classificationMetrics, weightedConfusionMatrix } from "./classification-metrics.js";
import { clusteringMetrics } from "./clustering-metrics.js";
import { outlierMetrics } from "./outlier-metrics.js";
import { exactInterval, intervalOfPerfectRanks, intervalsOfPerfectAnswers } from "./perfect-classes.js";
import { type ClassProbabilities, trueClassProbabilities, weightedLogLoss } from "./probability-metrics.js";
import { rankByClass, rankedProbabilities } from "./rank-rows.js";
import { weightedRegressionMetrics } from "./regression-metrics.js";
import { rocAuc } from "./roc.js";
import type { WeightedMetrics, Weights } from "./weights.js";

const EMPTY = new Float64Array(0);

/** A model's predictions for some rows, with everything that the metrics need. */
export interface MetricInput {
  prediction: Prediction;
  target: Target;
  /** Classification: the probabilities that the model answers, if calibration changed them. */
  calibrated?: Float64Array | undefined;
  /** Outlier detection: 1 where the row's score is above the threshold. */
  flagged?: Int32Array;
  /** Outlier detection with labels: 1 for a known anomaly, 0 for an unlabeled row. */
  anomalous?: Int32Array;
  /** Unsupervised models: the rows in the space of the distances. */
  distanceSpace?: Matrix;
}

/** Returns the metrics of a model of this type. */
export function computeMetrics(type: ModelType, input: MetricInput, random: Random): Metrics {
  return weightedMetrics(type, input, random)();
}

/** Returns a function that computes the metrics of a model of this type with weights for the rows. */
export function weightedMetrics(
  type: ModelType,
  { prediction, target, calibrated, flagged, anomalous, distanceSpace }: MetricInput,
  random: Random,
): WeightedMetrics {
  if (target.kind !== "none") return supervisedMetrics(target, prediction, calibrated);
  if (!distanceSpace) throw new Error(`a model of type ${type} is judged by distances`);
  if (type === "CLUSTERING") return clusteringMetrics(distanceSpace, prediction.clusters ?? new Int32Array(0), random);
  const { scores = EMPTY } = prediction;
  return outlierMetrics({ flagged: flagged ?? new Int32Array(scores.length), scores, anomalous }, distanceSpace, random);
}

/**
 * Returns a function that computes the metrics of these predictions with weights for the rows. The log loss and the ranks of rows are
 * of the probabilities `calibrated`, if given. Answers by costs are chosen by them too.
 */
export function supervisedMetrics(
  target: Exclude<Target, { kind: "none" }>,
  { values = EMPTY, probabilities = EMPTY }: Prediction,
  calibrated = probabilities,
): WeightedMetrics {
  if (target.kind === "number") return weightedRegressionMetrics(target.values, values);
  const forecast = { codes: target.codes, classCount: target.labels.length, probabilities };
  return classMetrics(forecast, answeredClasses(target, target.decision ? calibrated : probabilities), calibrated, target.decision?.costs);
}

/** Returns a function that computes the metrics of predicted classes and of their probabilities with weights for the rows. */
export function classMetrics(
  forecast: ClassProbabilities,
  predicted: Int32Array,
  calibrated = forecast.probabilities,
  costs?: readonly number[][],
): WeightedMetrics {
  const lossOf = weightedLogLoss(trueClassProbabilities({ ...forecast, probabilities: calibrated }));
  const probabilities = rankedProbabilities(forecast.classCount, forecast.probabilities, calibrated);
  const ranked = rankByClass({ ...forecast, probabilities });
  const confusionOf = weightedConfusionMatrix(forecast.codes, predicted, forecast.classCount);
  const figures: WeightedMetrics = (weights?: Weights) => {
    const confusion = confusionOf(weights);
    return {
      ...classificationMetrics(confusion),
      log_loss: lossOf(weights),
      roc_auc: rocAuc(ranked, weights),
      ...(costs && { cost: costPerRow(costs, confusion) }),
    };
  };
  figures.ofConstants = (groups) => ({
    ...(forecast.codes.every((code, row) => code === predicted[row]) && intervalsOfPerfectAnswers(confusionOf(), groups.count)),
    ...(forecast.codes.every((code, row) => code !== predicted[row]) && { Accuracy: exactInterval(0, groups.count) }),
    ...(rocAuc(ranked) === 1 && { roc_auc: intervalOfPerfectRanks(forecast.codes, forecast.classCount, groups) }),
  });
  return figures;
}

/** Returns the metrics with another value for each that is not null. */
export function mapMetrics(metrics: Metrics, toValue: (value: number) => number): Metrics {
  const entries = Object.entries(metrics) as [MetricName, number | null][];
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? null : toValue(value)]));
}

/** Returns the mean over the folds of each metric; null if a fold has none. */
export function meanMetrics(folds: readonly Metrics[]): Metrics {
  return aggregateFolds(folds, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Returns the standard deviation over the folds (n − 1); an empty result with fewer than two folds. */
export function metricStandardDeviations(folds: readonly Metrics[]): Metrics {
  if (folds.length < 2) return {};
  return aggregateFolds(folds, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  });
}

function aggregateFolds(folds: readonly Metrics[], summarise: (values: number[]) => number): Metrics {
  const names = Object.keys(folds[0] ?? {}) as MetricName[];
  return Object.fromEntries(
    names.map((name) => {
      const values = folds.map((metrics) => metrics[name]).filter((value) => typeof value === "number");
      const summary = values.length === folds.length ? summarise(values) : Number.NaN;
      return [name, Number.isFinite(summary) ? summary : null];
    }),
  );
}
