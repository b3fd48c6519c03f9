/** Everything that a trained model tells (ENGINE: honest figures, what a model tells besides): written by the trainer, shown by the console. */
import { z } from "zod";
import {
  calibration,
  conformalInterval,
  distanceFromTraining,
  explanation,
  partialDependence,
  rocCurve,
  thresholdMetrics,
} from "./diagnostics.js";
import { columnType } from "./kinds/dataset.js";
import { indicatorName, indicators, modelType } from "./kinds/model.js";
import { thresholdChoices } from "./threshold-choices.js";
import { forecastStep, seriesForecast } from "./time-series.js";
import { trainingRecord } from "./training-record.js";

/** Future values in one answer at the most: for more rows only the next period is predicted. */
export const FORECAST_LIMIT = 10_000;

/** One input of the model, with the range that it was trained on. */
export const modelInput = z.object({
  name: z.string(),
  type: columnType,
  /** Numbers; dates in milliseconds since the epoch. Null for text. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Median, or most frequent value: where a what-if starts. */
  typical: z.union([z.number(), z.string()]).nullable(),
  integer: z.boolean(),
  /** Levels of a text column, most frequent first, at most 50. */
  levels: z.array(z.string()),
});
export type ModelInput = z.infer<typeof modelInput>;

export const modelWarning = z.object({
  /** What it is about, for translation. */
  code: z.enum([
    "few_rows",
    "leakage",
    "among_leaks",
    "imbalance",
    "target_missing",
    "rows_sampled",
    "names_the_row",
    "constant",
    "all_missing",
    "too_many_levels",
    "too_large",
    "not_converged",
    "not_numeric",
    "times_missing",
    "times_repeated",
    "times_rounded",
    "periods_missing",
    "history_missing",
  ]),
  column: z.string().optional(),
  message: z.string(),
});
export type ModelWarning = z.infer<typeof modelWarning>;

export const predictionError = z.object({
  /** Row of the dataset in use, from 0. */
  row: z.int(),
  actual: z.union([z.number(), z.string()]),
  predicted: z.union([z.number(), z.string()]),
  /** Actual minus predicted, or one minus the probability given to the actual class. */
  error: z.number(),
});

/** The search for better parameters: on the training rows of the held-out fit, which never sees the held-out rows. */
export const modelTuning = z.object({
  /** The indicator that settings are compared by, on the inner folds. */
  measure: indicatorName,
  /** Of the settings found, over the inner folds; null when time was over before any fit. */
  score: z.number().nullable(),
  /** Of the settings as asked for, on the same folds. */
  default_score: z.number().nullable(),
  /** Settings that were tried, and fits that this took. */
  candidates: z.int(),
  fits: z.int(),
  /** Whether the search ended for want of time. */
  out_of_time: z.boolean(),
  /** The settings found, which the model has: a training with these as its parameters gives the same model. */
  settings: z.array(z.object({ node: z.string(), algorithm: z.string(), params: z.record(z.string(), z.number()) })),
});
export type ModelTuning = z.infer<typeof modelTuning>;

export const modelInfo = z.object({
  type: modelType,
  response: z.string().nullable(),
  algorithms: z.array(z.string()),
  inputs: z.array(modelInput),
  /** How the held-out figures were found. */
  validation: z.object({
    /** latest: the latest fifth of a time series. rolling_origin: parts of a time series, each after all that was learned from. */
    method: z.enum(["holdout", "cross_validation", "leave_one_out", "latest", "rolling_origin", "none"]),
    folds: z.int(),
    trainRows: z.int(),
    heldOutRows: z.int(),
  }),
  indicators,
  /** Standard deviation over the folds, where there are folds. */
  spread: indicators,
  train_indicators: indicators,
  baseline: indicators,
  /** Of models with several algorithms: the held-out figures of each that answers what the model answers. */
  nodes: z
    .array(
      z.object({
        /** Id of the node in the model's graph: layer and place, from 1. */
        id: z.string(),
        algorithm: z.string(),
        layer: z.int().min(1),
        /** Without figures where the algorithm looks for outliers or groups, for a later layer to learn from. */
        indicators,
      }),
    )
    .optional(),
  /** naive: the value one period before, for time series. */
  baseline_kind: z.enum(["mean", "majority", "naive", "none"]),
  /** Top 10: how much the main figure worsens on held-out rows when the column is shuffled; RMSE in the target's unit, else a share. */
  importance: z.array(z.object({ column: z.string(), importance: z.number(), spread: z.number() })),
  importance_measure: z.string(),
  /** On how many of the held-out rows, drawn at random, importance was measured; left out where it was on all. */
  importance_rows: z.int().optional(),
  /** Of the most important columns. Left out for clusters, whose numbers have no mean. */
  partial_dependence: z.array(partialDependence).optional(),
  warnings: z.array(modelWarning),
  /** Time series only. */
  forecast: seriesForecast.optional(),
  /** What the training depended on. */
  record: trainingRecord.optional(),
  /** What the search for better parameters found, where there was one. */
  tuning: modelTuning.optional(),
  regression: z
    .object({
      /** Held-out points, at most 2,000 in order of row. */
      points: z.array(z.object({ row: z.int(), actual: z.number(), predicted: z.number() })),
      largest_errors: z.array(predictionError),
      smallest_errors: z.array(predictionError),
      /** Absolute error at 0, 10, …, 100 %. */
      error_deciles: z.array(z.number()),
      /** Left out where there are too few held-out rows for one. */
      interval: conformalInterval.optional(),
    })
    .optional(),
  classification: z
    .object({
      labels: z.array(z.string()),
      /** Held-out rows: confusion[actual][predicted]. */
      confusion: z.array(z.array(z.int())),
      calibration: calibration.optional(),
      roc: z.array(rocCurve).optional(),
      thresholds: z.array(thresholdMetrics).optional(),
      largest_errors: z.array(predictionError),
      smallest_errors: z.array(predictionError),
    })
    .optional(),
  outlier: z
    .object({
      threshold: z.number(),
      /** The threshold and the held-out figures for each limit on contamination: no other limit needs another training. */
      choices: thresholdChoices.optional(),
      /** With a semi-labeled column only. */
      labels: z
        .object({
          anomalies: z.int(),
          unlabeled: z.int(),
          /** Whether the known anomalies were learned from as well, for want of other rows. */
          learned: z.boolean(),
          /** How well the held-out scores rank known anomalies above unlabeled rows. */
          roc: rocCurve.omit({ label: true }),
        })
        .optional(),
      /** Anomaly scores of all rows: counts in equally wide bins from `from` to `to`. */
      scores: z.object({ from: z.number(), to: z.number(), counts: z.array(z.int()) }),
      most_anomalous: z.array(z.object({ row: z.int(), score: z.number() })),
    })
    .optional(),
  clustering: z
    .object({
      clusters: z.array(
        z.object({
          cluster: z.int().min(1),
          rows: z.int(),
          center: z.array(z.object({ column: z.string(), value: z.union([z.number(), z.string()]).nullable() })),
        }),
      ),
    })
    .optional(),
});
export type ModelInfo = z.infer<typeof modelInfo>;

export const modelGraph = z.object({
  nodes: z.array(
    z.object({ id: z.string(), kind: z.enum(["column", "rotation", "algorithm", "answer"]), label: z.string(), layer: z.int() }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});
export type ModelGraph = z.infer<typeof modelGraph>;

/** A model's answer for rows, in the order asked (CONTRACT: open model API). */
export const predictionResult = z.object({
  /** Numbers, labels, true or false for outliers, or cluster numbers from 1. Null where the model cannot answer. */
  value: z.array(z.union([z.number(), z.string(), z.boolean(), z.null()])),
  /** Classification: probability by label. */
  prob: z.array(z.record(z.string(), z.number())).optional(),
  /** Outlier detection: anomaly score, higher is odder. */
  score: z.array(z.number()).optional(),
  threshold: z.number().optional(),
  /** Time series with a horizon above 1, asked for few rows: each row's following periods. */
  forecast: z.array(z.array(forecastStep)).optional(),
  /** What-if only: the columns of each row that lie outside the training data. */
  outside: z.array(z.array(z.string())).optional(),
  /** What-if only. */
  distance: z.array(distanceFromTraining).optional(),
  /** Numbers: between which the actual value lies in `interval_level` of the cases. */
  interval: z.array(z.object({ lower: z.number(), upper: z.number() }).nullable()).optional(),
  interval_level: z.number().optional(),
  /** Where asked for: what each column contributed to each row's answer, and to what it adds up. */
  varimp: z.array(z.record(z.string(), z.number())).optional(),
  explanation: explanation.optional(),
});
export type PredictionResult = z.infer<typeof predictionResult>;

/** Predictions of rows by a model that had not seen them: what the held-out figures were made from. */
export const heldOutPredictions = z.object({
  /** Rows of the dataset in use, from 0, ascending; those of a time series in order of time. */
  rows: z.array(z.int()),
  /** What the response was, for regression and classification; the semi-label of an outlier detector that has one, empty for unlabeled rows. */
  actual: z.array(z.union([z.number(), z.string()])).optional(),
  prediction: predictionResult.omit({ outside: true }),
});
export type HeldOutPredictions = z.infer<typeof heldOutPredictions>;
