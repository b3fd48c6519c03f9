/** Evaluation of a model on test rows. The trainer writes it and the API shows it. */
import { z } from "zod";
import { indicators, metricIntervals } from "../kinds/metrics.js";
import { classIntervals } from "./model-info.js";
import { predictionResult } from "./prediction-result.js";
import { thresholdChoices } from "./threshold-choices.js";

export const evaluationWarning = z.object({
  /** Kind of warning, for translation. */
  code: z.enum([
    "extra_column",
    "unseen_values",
    "outside_range",
    "target_missing",
    "target_constant",
    "unseen_class",
    "forecast_from_training",
    "beyond_forecast",
    "past_missing",
  ]),
  column: z.string(),
  message: z.string(),
});
export type EvaluationWarning = z.infer<typeof evaluationWarning>;

/** Units that the bootstrap draws: rows, groups of rows, or blocks of rows or groups in order of time. */
export const drawnUnits = z.enum(["rows", "groups", "blocks"]);
export type DrawnUnits = z.infer<typeof drawnUnits>;

const newRowsMetrics = z.object({ rows: z.int().min(0), indicators, intervals: metricIntervals, baseline_differences: metricIntervals });

/** Test rows that the model knows from its training. */
export const knownTestRows = z.object({
  rows: z.int().min(0).describe("Test rows that the model learned from: equal in all of its inputs and in the response."),
  groups: z
    .int()
    .min(0)
    .describe(
      "Of a model for new groups: test rows of groups that it learned from; 0 where the test rows lack the columns that name the group.",
    ),
  new_rows: newRowsMetrics
    .optional()
    .describe(
      "Figures on the other test rows. Absent if all rows are new, for clusters unless no row is new, and with `max_fpr` in evaluations of earlier versions.",
    ),
});

export const modelEvaluation = z.object({
  /** Figures with the model's own threshold, if it has one. */
  indicators,
  /** 95 % intervals of the figures, by the bootstrap over `drawn`. */
  intervals: metricIntervals.optional(),
  /** Classification: 95 % intervals of each class's figures, by its label. Absent for earlier evaluations. */
  class_intervals: z.record(z.string(), classIntervals).optional(),
  /** The units that the bootstrap drew. Absent without intervals, and for earlier evaluations. */
  drawn: drawnUnits.optional(),
  /** Figures of the mean or the most frequent class of the same rows. Absent without a response, and for earlier evaluations. */
  baseline: indicators.optional(),
  /** 95 % intervals of the figures of the mean or the most frequent class of the same rows. Absent for earlier evaluations. */
  baseline_intervals: metricIntervals.optional(),
  /** 95 % intervals of the figures minus those of the mean or the most frequent class of the same rows. */
  baseline_differences: metricIntervals.optional(),
  /** Outlier detection: the model's threshold for each limit on contamination, with the figures on the test rows. */
  choices: thresholdChoices.optional(),
  /** Outlier detection: the model's own threshold. */
  threshold: z.number().optional(),
  /** Number of rows behind the figures. */
  rows: z.int().min(0),
  warnings: z.array(evaluationWarning),
  known: knownTestRows
    .extend({
      /** Outlier detection: with the figures for each limit on contamination. Without limits for earlier evaluations. */
      new_rows: newRowsMetrics.extend({ choices: thresholdChoices.optional() }).optional(),
    })
    .optional(),
});
export type ModelEvaluation = z.infer<typeof modelEvaluation>;

/** Test rows in use, in their order: actual values and the model's predictions. One stored object per model. */
export const evaluationPredictions = z.object({
  /** The response, or the semi-label (empty for unlabeled rows). Absent if the rows have neither. */
  actual: z.array(z.union([z.number(), z.string(), z.null()])).optional(),
  prediction: predictionResult,
  /** Outlier detection: what rows without a label are, where that is known. */
  unlabeled: z.literal("normal").optional(),
});
export type EvaluationPredictions = z.infer<typeof evaluationPredictions>;
