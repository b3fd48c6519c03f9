import type { ModelType, PredictionResult } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { calibrate } from "../../evaluation/calibration.js";
import { argmaxClasses } from "../../evaluation/metrics/classification-metrics.js";
import type { TrainedModel } from "./artifact.js";

/** Returns a trained model's prediction as served: with calibrated probabilities, or with an interval for each number. */
export function toResultWithUncertainty(
  { type, graph, threshold, calibration, interval }: TrainedModel,
  prediction: Prediction,
): PredictionResult {
  const { labels } = graph;
  if (calibration && prediction.probabilities) {
    return toPredictionResult(type, { probabilities: calibrate(prediction.probabilities, labels.length, calibration) }, labels);
  }
  const result = toPredictionResult(type, prediction, labels, threshold);
  return interval ? { ...result, interval: toIntervals(result.value, interval.half_width), interval_level: interval.nominal } : result;
}

function toIntervals(values: PredictionResult["value"], halfWidth: number): NonNullable<PredictionResult["interval"]> {
  return values.map((value) => (typeof value === "number" ? { lower: value - halfWidth, upper: value + halfWidth } : null));
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
  const score = Array.from(prediction.scores ?? []);
  const limit = threshold ?? Number.POSITIVE_INFINITY;
  return { value: score.map((s) => s > limit), score, ...(threshold === undefined ? {} : { threshold }) };
}

function toClassificationResult(probabilities: Float64Array, labels: readonly string[]): PredictionResult {
  const codes = argmaxClasses(probabilities, labels.length);
  return {
    value: Array.from(codes, (code) => labels[code]),
    // fromEntries creates an own property even for a label called __proto__.
    prob: Array.from(codes, (_, i) => Object.fromEntries(labels.map((label, k) => [label, probabilities[i * labels.length + k]]))),
  };
}
