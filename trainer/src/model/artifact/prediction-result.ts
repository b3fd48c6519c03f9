import {
  benjaminiHochberg,
  calibrate,
  decideClasses,
  type FalseAlarms,
  falseAlarmShare,
  type ModelType,
  type PredictionResult,
} from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { intervalAround } from "../../data/time-series/interval-around.js";
import { pValues } from "../../evaluation/conformal-p-values.js";
import { argmaxClasses } from "../../evaluation/metrics/classification-metrics.js";
import { type StreamBudget, streamAlarms } from "../../evaluation/stream-alarms.js";
import type { TrainedModel } from "./artifact.js";

/** Returns a trained model's prediction as served: with calibrated probabilities, or with an interval for each number. */
export function toResultWithUncertainty(model: TrainedModel, prediction: Prediction): PredictionResult {
  const { type, threshold, interval, normalScores, falseAlarms, series } = model;
  const { labels } = model.graph;
  if (prediction.probabilities) {
    const probabilities = calibratedProbabilities(model, prediction.probabilities);
    return toClassificationResult(probabilities, labels, chosenClasses(model, probabilities));
  }
  const result = toPredictionResult(type, prediction, labels, threshold);
  if (result.score && normalScores) {
    const pValueOf = pValues(normalScores);
    return withAlarms({ ...result, p_value: result.score.map((score) => (score === null ? null : pValueOf(score))) }, falseAlarms);
  }
  if (!interval) return result;
  const { lower = series?.floor, upper } = model.graph.limits ?? interval.limits ?? {};
  // An answer beyond the limits ends its interval, as that of a row whose last known value is beyond.
  const around = (value: unknown) => intervalAround(typeof value === "number" ? value : Number.NaN, interval.half_width, lower, upper);
  return { ...result, interval: result.value.map(around), interval_level: interval.nominal };
}

/** Returns the result with the alarms within the budget. The threshold keeps a budget of rows. */
function withAlarms(result: PredictionResult, budget: FalseAlarms | undefined): PredictionResult {
  if (!budget) return result;
  if (budget.of === "alarms") return judgedTogether({ ...result, alarm_fdr: falseAlarmShare(budget) });
  return { ...result, alarm: alarmsOf(result.value) };
}

/** Returns the result with the alarms of its rows, where rows are judged together. */
export function judgedTogether(result: PredictionResult): PredictionResult {
  const { alarm_fdr } = result;
  return result.p_value && alarm_fdr !== undefined ? decidedByAlarms(result, benjaminiHochberg(judgedPValues(result), alarm_fdr)) : result;
}

/** Returns the result of a stream's next rows with their alarms. `weight` is that of the stream's alarms before. */
export function judgedInStream({ alarm_fdr: _, ...result }: PredictionResult, budget: StreamBudget, weight: number): PredictionResult {
  const next = streamAlarms(judgedPValues(result), budget, weight);
  const { threshold: _alone, ...decided } = decidedByAlarms(result, next.alarm);
  return { ...decided, stream: next.weight };
}

/** Returns true for each flagged row; null for a row without an answer. */
const alarmsOf = (value: PredictionResult["value"]) => value.map((answer) => (answer === null ? null : answer === true));

/** Returns the p-values of the rows that have an answer. */
function judgedPValues({ p_value = [] }: PredictionResult): number[] {
  return p_value.filter((each) => each !== null);
}

/**
 * Returns the result whose answers are the alarms of the rows that have an answer. The threshold is that of a row judged alone, so
 * several rows have none.
 */
function decidedByAlarms({ threshold, ...result }: PredictionResult, alarms: boolean[]): PredictionResult {
  const raised = alarms.values();
  const value = result.value.map((answer) => (answer === null ? null : raised.next().value === true));
  const alarm = alarmsOf(value);
  return { ...result, value, ...(alarm.length === 1 && threshold !== undefined && { threshold }), alarm };
}

/** Converts a raw prediction to the result for people and programs. A number that is not finite becomes null. */
export function toPredictionResult(
  type: ModelType,
  prediction: Prediction,
  labels: readonly string[],
  threshold?: number,
): PredictionResult {
  if (type === "REGRESSION") return { value: Array.from(prediction.values ?? [], (value) => (Number.isFinite(value) ? value : null)) };
  if (type === "CLASSIFICATION") return toClassificationResult(prediction.probabilities ?? new Float64Array(0), labels);
  if (type === "CLUSTERING") return { value: Array.from(prediction.clusters ?? [], (cluster) => cluster + 1) };
  const scores = Array.from(prediction.scores ?? []);
  const limit = threshold ?? Number.POSITIVE_INFINITY;
  return {
    value: scores.map((score) => (Number.isNaN(score) ? null : score > limit)),
    score: scores.map((score) => (Number.isNaN(score) ? null : score)),
    ...(threshold === undefined ? {} : { threshold }),
  };
}

/** Returns calibrated probabilities of rows × labels in row-major order; without calibration, the same. */
export function calibratedProbabilities({ graph, calibration }: TrainedModel, probabilities: Float64Array): Float64Array {
  return calibration ? calibrate(probabilities, graph.labels.length, calibration) : probabilities;
}

/** Returns the class that the model answers for each row, from calibrated probabilities. */
export function chosenClasses({ graph, decision }: TrainedModel, probabilities: Float64Array): Int32Array {
  return decision ? decideClasses(decision, probabilities) : argmaxClasses(probabilities, graph.labels.length);
}

/** The answer and its probabilities are null where one is no number, as of inputs so large that a sum overflows. */
function toClassificationResult(
  probabilities: Float64Array,
  labels: readonly string[],
  codes = argmaxClasses(probabilities, labels.length),
): PredictionResult {
  const isAnswered = (i: number) => probabilities.subarray(i * labels.length, (i + 1) * labels.length).every(Number.isFinite);
  const answered = Array.from(codes, (_, i) => isAnswered(i));
  return {
    value: Array.from(codes, (code, i) => (answered[i] ? labels[code] : null)),
    // fromEntries creates an own property even for a label called __proto__.
    prob: answered.map((known, i) =>
      Object.fromEntries(labels.map((label, k) => [label, known ? probabilities[i * labels.length + k] : null])),
    ),
  };
}
