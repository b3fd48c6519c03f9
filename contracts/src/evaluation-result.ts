/** What an evaluation finds out about a model on test rows: written by the trainer, shown by the API. */
import { z } from "zod";
import { indicators } from "./kinds/model.js";
import { predictionResult } from "./model-info.js";
import { thresholdChoices } from "./threshold-choices.js";

export const evaluationWarning = z.object({
  /** What it is about, for translation. */
  code: z.enum(["extra_column", "unseen_values", "outside_range", "target_missing", "unseen_class"]),
  column: z.string(),
  message: z.string(),
});
export type EvaluationWarning = z.infer<typeof evaluationWarning>;

export const modelEvaluation = z.object({
  /** With the model's own threshold, where it has one. */
  indicators,
  /** Outlier detection: the model's thresholds by the limit on contamination, with the figures on the test rows. */
  choices: thresholdChoices.optional(),
  /** Outlier detection: the model's own. */
  threshold: z.number().optional(),
  /** Rows that the figures come from. */
  rows: z.int().min(0),
  warnings: z.array(evaluationWarning),
});
export type ModelEvaluation = z.infer<typeof modelEvaluation>;

/** The test rows in use, in their order: what they are, and what a model answers. Kept as an object for each model. */
export const evaluationPredictions = z.object({
  /** The response, or the semi-label (empty for unlabeled rows). Left out where there is neither. */
  actual: z.array(z.union([z.number(), z.string(), z.null()])).optional(),
  prediction: predictionResult,
});
export type EvaluationPredictions = z.infer<typeof evaluationPredictions>;
