import type { EvaluatedRows } from "@agatha/contracts";
import type { EvaluationByModelAnswer, EvaluationByModelDetail } from "@agatha/contracts/wire";
import { type Actual, flaggedAbove } from "./answers.js";

/** What one model answered for each test row, and what was so. */
export interface Answered {
  id: string;
  name: string;
  threshold: number | null;
  /** Rows that its figures come from. */
  rows: number;
  actual: Actual | undefined;
  prediction: EvaluatedRows["prediction"];
}

/** In the order of the lines, flagged by their thresholds; those whose rows are not there yet are left out. */
export function answeredOf(lines: readonly EvaluationByModelAnswer[], details: readonly EvaluationByModelDetail[]): Answered[] {
  return lines.flatMap(({ id, model_name: name, threshold, rows }): Answered[] => {
    const result = details.find((detail) => detail.id === id)?.result;
    if (!result) return [];
    return [{ id, name, threshold, rows: rows ?? 0, actual: result.actual, prediction: flaggedAbove(result.prediction, threshold) }];
  });
}
