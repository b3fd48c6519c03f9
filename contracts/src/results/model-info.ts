/** Description of a trained model: its held-out figures and its diagnostics. The trainer writes it and the console shows it. */
import { z } from "zod";
import { confidenceInterval, indicators, metricIntervals, metricName } from "../kinds/metrics.js";
import { modelType } from "../kinds/model-type.js";
import { responseLimits } from "../kinds/response-limits.js";
import { groupedBy, validationRows } from "../kinds/row-validation.js";
import { dataFinding } from "./data-finding.js";
import { calibration, conformalInterval, partialDependence, rocCurve, thresholdMetrics } from "./diagnostics.js";
import { modelInput } from "./model-input.js";
import { modelWarning } from "./model-warning.js";
import { seriesAnomalies } from "./series-anomalies.js";
import { thresholdChoices } from "./threshold-choices.js";
import { seriesForecast } from "./time-series.js";
import { trainingRecord } from "./training-record.js";

/** Largest number of future values in one answer. For more rows, the model predicts only the next period. */
export const FORECAST_LIMIT = 10_000;

const predictionError = z.object({
  /** Row index in the dataset in use, from 0. */
  row: z.int(),
  actual: z.union([z.number(), z.string()]),
  predicted: z.union([z.number(), z.string()]),
  /** Actual minus predicted, or one minus the predicted probability of the actual class. */
  error: z.number(),
});

/** Search for better parameters. It uses the training rows of the held-out fit, and never the held-out rows. */
const modelTuning = z.object({
  /** Indicator that compares settings on the inner folds. */
  measure: metricName,
  /** Score of the settings found, over the inner folds. Null if time ran out before the first fit. */
  score: z.number().nullable(),
  /** Score of the requested settings, on the same folds. */
  default_score: z.number().nullable(),
  /** Number of settings tried, and of fits for them. */
  candidates: z.int(),
  fits: z.int(),
  /** True if the search ran out of time. */
  out_of_time: z.boolean(),
  /** Settings found, which the model uses. Training with them as parameters gives the same model. */
  settings: z.array(z.object({ node: z.string(), algorithm: z.string(), params: z.record(z.string(), z.number()) })),
});
export type ModelTuning = z.infer<typeof modelTuning>;

/** Figures of one class against all others. The areas are those of its ROC and precision-recall curves. */
const classMetric = z.enum(["precision", "recall", "f1", "auc", "average_precision"]);
export type ClassMetric = z.infer<typeof classMetric>;

export const classIntervals = z.partialRecord(classMetric, confidenceInterval);
export type ClassIntervals = z.infer<typeof classIntervals>;

const columnImportance = z.object({ column: z.string(), importance: z.number(), spread: z.number() });

export const modelInfo = z.object({
  type: modelType,
  response: z.string().nullable(),
  algorithms: z.array(z.string()),
  inputs: z.array(modelInput),
  /** Validation behind the held-out figures. */
  validation: z.object({
    /** latest: the latest fifth of a time series. rolling_origin: parts in order of time, each after all rows of its training. */
    method: z.enum(["holdout", "cross_validation", "leave_one_out", "latest", "rolling_origin", "none"]),
    folds: z.int(),
    /** Rows that a model was fitted on to predict a held-out row: the mean over the held-out rows, rounded down. */
    trainRows: z.int(),
    heldOutRows: z.int(),
    /** Which rows were held out together; absent for a time series and for models of earlier versions. */
    rows: validationRows.exclude(["auto"]).optional(),
    /** Columns whose values together name the group of a row, and the number of groups. */
    groupColumns: z.array(z.string()).optional(),
    groups: z.int().optional(),
    groupedBy: groupedBy.optional(),
    /** Column that orders the rows in time. */
    timeColumn: z.string().optional(),
    /**
     * If there are groups: held-out figures of the same recipe for the other kind of rows, those of known groups (random) or of new
     * groups (groups).
     */
    other: z
      .object({
        rows: z.enum(["random", "groups"]),
        heldOutRows: z.int(),
        indicators,
        /** 95 % intervals of these figures, as those of the held-out figures. Absent for earlier models. */
        intervals: metricIntervals.optional(),
      })
      .optional(),
  }),
  indicators,
  /** Standard deviation over the folds, if there are folds. */
  spread: indicators,
  train_indicators: indicators,
  baseline: indicators,
  /**
   * 95 % intervals of the held-out figures, by the bootstrap over the held-out rows, over their groups where rows have groups,
   * and over blocks of rows in order of time.
   */
  intervals: metricIntervals.optional(),
  /** 95 % intervals of the trivial guess's figures, on the same resamples; one that no row changes has none. Absent for earlier models. */
  baseline_intervals: metricIntervals.optional(),
  /** 95 % intervals of the held-out figures minus those of the trivial guess, on the same resamples. */
  baseline_differences: metricIntervals.optional(),
  /** For models with several algorithms: held-out figures of each algorithm that predicts the model's response. */
  nodes: z
    .array(
      z.object({
        /** Id of the node in the model's graph: layer and position, from 1. */
        id: z.string(),
        algorithm: z.string(),
        layer: z.int().min(1),
        /** Empty if the algorithm detects outliers or finds clusters for a later layer. */
        indicators,
        /** 95 % intervals of these figures, as those of the held-out figures. Absent for earlier models. */
        intervals: metricIntervals.optional(),
      }),
    )
    .optional(),
  /** naive: the value one period before, for time series. */
  baseline_kind: z.enum(["mean", "majority", "naive", "none"]),
  /**
   * Permutation importance of the top 10 columns: increase in error on held-out rows when the column is shuffled. RMSE in the
   * target's unit, otherwise a share.
   */
  importance: z.array(columnImportance),
  /** The same of every column. Absent for earlier models. */
  importance_all: z.array(columnImportance).optional(),
  importance_measure: z.string(),
  /** Number of randomly drawn held-out rows behind the importance. Absent if all were used. */
  importance_rows: z.int().optional(),
  /** Partial dependence on the most important columns. Absent for clusters, whose numbers have no mean. */
  partial_dependence: z.array(partialDependence).optional(),
  warnings: z.array(modelWarning),
  /** Findings of the data check about the columns and rows that the model learned from. Absent in earlier models. */
  findings: z.array(dataFinding).optional(),
  /** Time series only. */
  forecast: seriesForecast.optional(),
  /** Everything that the training depended on. */
  record: trainingRecord.optional(),
  /** Result of the search for better parameters, if there was one. */
  tuning: modelTuning.optional(),
  regression: z
    .object({
      /** Held-out points, at most 2,000, in row order. The row is -1 where no row has the value, such as the sum of several series. */
      points: z.array(z.object({ row: z.int(), actual: z.number(), predicted: z.number() })),
      /** Errors of values that rows have. */
      largest_errors: z.array(predictionError),
      smallest_errors: z.array(predictionError),
      /** Absolute error at 0, 10, …, 100 %. */
      error_deciles: z.array(z.number()),
      /** Absent if there are too few held-out rows. */
      interval: conformalInterval.optional(),
      /**
       * Limits of the answers, whether the request gives them, and the number of rows of the training whose values are beyond. Absent
       * without any and for earlier models.
       */
      limits: z.object({ ...responseLimits.shape, requested: z.boolean(), rows_beyond: z.int() }).optional(),
    })
    .optional(),
  classification: z
    .object({
      labels: z.array(z.string()),
      /** Confusion matrix on held-out rows: confusion[actual][predicted]. */
      confusion: z.array(z.array(z.int())),
      /**
       * 95 % intervals of each class's figures in the order of the labels, as those of the held-out figures; a figure without held-out
       * rows has none. Absent for earlier models.
       */
      class_intervals: z.array(classIntervals).optional(),
      calibration: calibration.optional(),
      /** 95 % intervals of the expected calibration error before and after calibration. Absent for earlier models. */
      calibration_intervals: z.object({ before: confidenceInterval.optional(), after: confidenceInterval.optional() }).optional(),
      /** Costs of the answers, `costs[actual][predicted]`, where the model was trained to answer by them. */
      costs: z.array(z.array(z.number())).optional(),
      roc: z.array(rocCurve).optional(),
      thresholds: z.array(thresholdMetrics).optional(),
      largest_errors: z.array(predictionError),
      smallest_errors: z.array(predictionError),
    })
    .optional(),
  outlier: z
    .object({
      threshold: z.number(),
      /** Threshold and held-out figures for each limit on contamination. Another limit needs no new training. */
      choices: thresholdChoices.optional(),
      /** Present only with a semi-labeled column. */
      labels: z
        .object({
          anomalies: z.int(),
          /** Rows that are no known anomalies. */
          unlabeled: z.int(),
          /** Value of the semi-labeled column that marks an anomaly; every value does when absent. */
          value: z.string().optional(),
          /** Number of different values that mark an anomaly. Absent in models of earlier versions. */
          kinds: z.int().optional(),
          /** True if the other rows are known to be normal. */
          normal: z.boolean().optional(),
          /** True if the model also trained on known anomalies, because there were too few other rows. */
          learned: z.boolean(),
          /** ROC of the held-out scores: known anomalies against unlabeled rows. */
          roc: rocCurve.omit({ label: true }),
        })
        .optional(),
      /**
       * Histogram of anomaly scores: counts in bins of equal width between `from` and `to`. They are those of held-out rows, by models
       * that have not seen them. Detectors in series, and models of earlier versions, have their own of all rows that they can judge.
       */
      scores: z.object({ from: z.number(), to: z.number(), counts: z.array(z.int()), held_out: z.literal(true).optional() }),
      /** Outlier detection in series. */
      series: seriesAnomalies.optional(),
      /** Rows with the highest scores of the model itself. */
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

/** Returns true if the model was judged by rows in order of time, each part after the rows of its training. */
export const isInOrderOfTime = ({ method, rows }: Pick<ModelInfo["validation"], "method" | "rows">): boolean =>
  rows === "time" || method === "latest" || method === "rolling_origin";

export const modelGraph = z.object({
  nodes: z.array(
    z.object({ id: z.string(), kind: z.enum(["column", "rotation", "algorithm", "answer"]), label: z.string(), layer: z.int() }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});
export type ModelGraph = z.infer<typeof modelGraph>;
