import type { EvaluationPredictions, MetricIntervals } from "@agatha/contracts";
import type { EvaluationByModelAnswer, EvaluationByModelDetail } from "@agatha/contracts/wire";
import { type ActualValues, applyThreshold, type Prediction, withoutUnansweredScores } from "./prediction-analysis.js";

/** Predictions of one model for the test rows, and the actual values. */
export interface ModelPredictions {
  id: string;
  name: string;
  threshold: number | null;
  intervals: MetricIntervals;
  /** Intervals of the figures of each class, by its label. */
  classIntervals: EvaluationByModelAnswer["class_intervals"];
  /** Rows that the metrics are computed from. */
  rows: number;
  actual: ActualValues | undefined;
  /** What rows without a label are; undefined if that is not known. */
  unlabeled: EvaluationPredictions["unlabeled"];
  prediction: Prediction;
}

/** Predictions in the order of the lines, flagged by the lines' thresholds. Models whose rows are not loaded are left out. */
export function modelPredictionsOf(
  lines: readonly EvaluationByModelAnswer[],
  details: readonly EvaluationByModelDetail[],
): ModelPredictions[] {
  return lines.flatMap(({ id, model_title: name, threshold, intervals, class_intervals: classIntervals, rows }): ModelPredictions[] => {
    const result = details.find((detail) => detail.id === id)?.result;
    if (!result) return [];
    const prediction = applyThreshold(withoutUnansweredScores(result.prediction), threshold);
    const { actual, unlabeled } = result;
    return [{ id, name, threshold, intervals, classIntervals, rows: rows ?? 0, actual, unlabeled, prediction }];
  });
}

/** Returns how many of all test rows the predictions are of, if they are only those of the first ones. */
export function firstRowsOf(answered: readonly Pick<ModelPredictions, "rows" | "prediction">[]): { rows: number; all: number } | null {
  const rows = answered[0]?.prediction.value.length ?? 0;
  const all = Math.max(0, ...answered.map((model) => model.rows));
  return rows < all ? { rows, all } : null;
}
