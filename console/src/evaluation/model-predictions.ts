import type { EvaluationPredictions } from "@agatha/contracts";
import type { EvaluationByModelAnswer, EvaluationByModelDetail } from "@agatha/contracts/wire";
import { type ActualValues, applyThreshold } from "./prediction-analysis.js";

/** What one model answered for each test row, and what was so. */
export interface ModelPredictions {
  id: string;
  name: string;
  threshold: number | null;
  /** Rows that its figures come from. */
  rows: number;
  actual: ActualValues | undefined;
  prediction: EvaluationPredictions["prediction"];
}

/** In the order of the lines, flagged by their thresholds; those whose rows are not there yet are left out. */
export function modelPredictionsOf(
  lines: readonly EvaluationByModelAnswer[],
  details: readonly EvaluationByModelDetail[],
): ModelPredictions[] {
  return lines.flatMap(({ id, model_name: name, threshold, rows }): ModelPredictions[] => {
    const result = details.find((detail) => detail.id === id)?.result;
    if (!result) return [];
    return [{ id, name, threshold, rows: rows ?? 0, actual: result.actual, prediction: applyThreshold(result.prediction, threshold) }];
  });
}
