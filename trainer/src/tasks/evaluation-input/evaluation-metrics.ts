import type { EvaluationWarning, ModelEvaluation, PredictionResult, ThresholdChoice } from "@agatha/contracts";
import { fitDistanceEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import { predictBaseline } from "../../evaluation/baseline.js";
import { classUncertainty, metricUncertainty } from "../../evaluation/bootstrap.js";
import { weightedClassMetrics } from "../../evaluation/metrics/class-metrics.js";
import { clusteringMetrics } from "../../evaluation/metrics/clustering-metrics.js";
import { classMetrics, supervisedMetrics } from "../../evaluation/metrics/compute-metrics.js";
import { metricsByLimit } from "../../evaluation/metrics/metrics-by-limit.js";
import { outlierMetrics } from "../../evaluation/metrics/outlier-metrics.js";
import { rankByEachClass } from "../../evaluation/metrics/rank-rows.js";
import { intervalsByLimit, outlierUncertainty } from "../../evaluation/outlier-uncertainty.js";
import type { Target } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { firstAbove } from "../../training/hold-out/outlier-thresholds.js";
import type { UnitsOf } from "./drawn-test-rows.js";

type ActualList = readonly (number | string | null)[];

/** Figures of rows with a response. The trivial guess is the mean or the most frequent class of the same rows. */
type SupervisedEvaluation = Pick<
  ModelEvaluation,
  "indicators" | "intervals" | "baseline" | "baseline_intervals" | "baseline_differences" | "rows"
>;

/** Evaluates the rows that have a response and a numeric prediction. */
export function evaluateRegression(actual: ActualList, { value }: PredictionResult, unitsOf?: UnitsOf): SupervisedEvaluation {
  const known = rowsWhere(actual.length, (i) => typeof actual[i] === "number" && typeof value[i] === "number");
  const numbers = (list: readonly unknown[]) => Float64Array.from(known, (i) => Number(list[i]));
  const target = { kind: "number" as const, values: numbers(actual) };
  return withUncertainty(target, supervisedMetrics(target, { values: numbers(value) }), unitsOf?.(known));
}

/**
 * Evaluates the rows of a classification that have a class and an answer. A class that the model does not know counts as one that it
 * never predicts. The intervals of each class are computed unless `withoutClasses` is set.
 */
export function evaluateClassification(
  actual: ActualList,
  { value, prob = [] }: PredictionResult,
  {
    response,
    labels,
    unitsOf,
    withoutClasses = false,
  }: { response: string; labels: readonly string[]; unitsOf?: UnitsOf; withoutClasses?: boolean },
): SupervisedEvaluation & Pick<ModelEvaluation, "class_intervals"> & { warnings: EvaluationWarning[] } {
  const known = rowsWhere(actual.length, (i) => actual[i] !== null && (value[i] ?? null) !== null);
  const all = [...new Set([...labels, ...Array.from(known, (i) => String(actual[i]))])];
  const codeOf = new Map(all.map((label, code) => [label, code]));
  const codesOf = (list: readonly unknown[]) => known.map((i) => codeOf.get(String(list[i])) ?? 0);
  const unseen = all.slice(labels.length).map((label): EvaluationWarning => {
    const message = `${response} has the class ${JSON.stringify(label)}, which the model has never seen`;
    return { code: "unseen_class", column: response, message };
  });
  const codes = codesOf(actual);
  const probabilities = Float64Array.from(Array.from(known).flatMap((i) => all.map((label) => prob[i]?.[label] ?? 0)));
  const predicted = codesOf(value);
  const forecast = { codes, classCount: all.length, probabilities };
  const target = { kind: "class" as const, codes, labels: all };
  const units = unitsOf?.(known);
  const figures = { ...withUncertainty(target, classMetrics(forecast, predicted), units), warnings: unseen };
  if (withoutClasses) return figures;
  const ranked = rankByEachClass(forecast);
  const ofClasses = classUncertainty({ codes, predicted, classCount: all.length, groups: units }, (k) =>
    weightedClassMetrics({ codes, predicted, ranked }, k),
  );
  return { ...figures, class_intervals: Object.fromEntries(all.map((label, k) => [label, ofClasses[k]])) };
}

function withUncertainty(
  target: Exclude<Target, { kind: "none" }>,
  model: ReturnType<typeof supervisedMetrics>,
  units: Int32Array | undefined,
): SupervisedEvaluation {
  const rows = target.kind === "number" ? target.values.length : target.codes.length;
  const trivial = supervisedMetrics(target, predictBaseline(target, rows));
  const { intervals, baselineIntervals, baselineDifferences } = metricUncertainty({ model, trivial }, rows, units);
  return {
    indicators: model(),
    intervals,
    ...(rows > 0 && { baseline: trivial() }),
    baseline_intervals: baselineIntervals,
    baseline_differences: baselineDifferences,
    rows,
  };
}

/** Figures of rows without a response. */
type UnsupervisedEvaluation = Pick<ModelEvaluation, "indicators" | "intervals">;

/** Evaluates with the model's own answers, and with its threshold for each other limit on contamination. `actual` are semi-labels. */
export function evaluateOutliers(
  inputs: Table,
  { value, score = [] }: PredictionResult,
  { actual, choices, units }: { actual: ActualList | undefined; choices: readonly ThresholdChoice[]; units: Int32Array | undefined },
  random: Random,
): UnsupervisedEvaluation & { choices: ThresholdChoice[] } {
  const distanceSpace = fitDistanceEncoder(inputs).encode(inputs);
  const anomalous = actual && Int32Array.from(actual, (label) => (label === "" || label === null ? 0 : 1));
  const flagged = Int32Array.from(value, (flag) => (flag === true ? 1 : 0));
  const scores = Float64Array.from(score);
  const thresholds = choices.map(({ threshold }) => threshold);
  const firstFlaggingLimit = Int32Array.from(scores, (one) => firstAbove(one, thresholds));
  // The same rows are drawn for the silhouettes of all limits.
  const byLimit = metricsByLimit({ firstFlaggingLimit, scores, anomalous, distanceSpace }, choices.length, random.fork(0));
  const ofLimits = byLimit();
  const intervals = intervalsByLimit(byLimit, { firstFlaggingLimit, anomalous, groups: units });
  const figures = outlierMetrics({ flagged, scores, anomalous }, distanceSpace, random.fork(0));
  return {
    indicators: figures(),
    intervals: outlierUncertainty(figures, { nrow: flagged.length, anomalous, groups: units }).intervals,
    choices: choices.map((choice, i) => ({ ...choice, indicators: ofLimits[i], intervals: intervals[i] })),
  };
}

/**
 * Returns the figures of predicted clusters over the inputs, in the space of the distance encoder. The silhouette is of randomly
 * drawn rows if there are many.
 */
export function evaluateClustering(inputs: Table, { value }: PredictionResult, random: Random, units?: Int32Array): UnsupervisedEvaluation {
  const clusters = Int32Array.from(value, (cluster) => (typeof cluster === "number" ? cluster : 0));
  const figures = clusteringMetrics(fitDistanceEncoder(inputs).encode(inputs), clusters, random);
  const { intervals } = metricUncertainty({ model: figures }, clusters.length, units);
  return { indicators: figures(), intervals };
}
