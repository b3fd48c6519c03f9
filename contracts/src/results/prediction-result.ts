import { z } from "zod";
import { beyondKnown, distanceFromTraining, explanation } from "./diagnostics.js";
import { forecastStep } from "./time-series.js";

/** Predictions of a model for rows, in the requested order (CONTRACT: open model API). */
export const predictionResult = z.object({
  /** Numbers, labels, booleans for outliers, or cluster numbers from 1. Null if the model cannot predict. */
  value: z.array(z.union([z.number(), z.string(), z.boolean(), z.null()])),
  /** Batch of a sample of a dataset: the row of the file, from 1, of each value. Absent where all rows are predicted. */
  row: z.array(z.int().min(1)).optional(),
  /** Classification: probability of each label; null where the row has no answer. */
  prob: z.array(z.record(z.string(), z.number().nullable())).optional(),
  /** Outlier detection: anomaly score; a higher score is more anomalous. Null where the value is null. */
  score: z.array(z.number().nullable()).optional(),
  /** Outlier detection: rows with a higher score are flagged. Absent where rows are judged together. */
  threshold: z.number().optional(),
  /**
   * Outlier detection: probability that a normal row scores at least as high (conformal p-value). Null where the value is null. Absent
   * for earlier models.
   */
  p_value: z.array(z.number().nullable()).optional(),
  /** Outlier detection with a budget for false alarms: whether each row raises an alarm, which is its value; null where that is null. */
  alarm: z.array(z.boolean().nullable()).optional(),
  /** Share of the alarms among rows predicted together that may be false, where the budget limits that. */
  alarm_fdr: z.number().optional(),
  /** Rows of a stream: the weight of its alarms so far, to be sent with its next rows. */
  stream: z.number().optional(),
  /** Time series with a horizon above 1 and few requested rows: the periods that follow each row. */
  forecast: z.array(z.array(forecastStep)).optional(),
  /** Next periods of a time series: the time of each value. */
  time: z.array(z.iso.datetime()).optional(),
  /** Next periods of several series: the series of each value; null for rows of series that the model does not know. */
  series: z.array(z.string().nullable()).optional(),
  /** Warning of each row: why its value is null, or that one of its classes did not occur in training. Null for rows without a warning. */
  warning: z.array(z.string().nullable()).optional(),
  /** What-if and batch: the columns of each row whose values lie outside the training data. */
  outside: z.array(z.array(z.string())).optional(),
  /** What-if only: the columns of whole numbers of each row whose value is within the range, and never occurs in the training data. */
  unseen: z.array(z.array(z.string())).optional(),
  /** What-if of a number: the prediction is above or below all values of the response in the training data. */
  beyond: z.array(beyondKnown.nullable()).optional(),
  /** What-if only. */
  distance: z.array(distanceFromTraining).optional(),
  /** Numbers: interval that contains the actual value in a share `interval_level` of cases. */
  interval: z.array(z.object({ lower: z.number(), upper: z.number() }).nullable()).optional(),
  interval_level: z.number().optional(),
  /** If requested: each column's contribution to each row's prediction, and the explanation of their sum. */
  varimp: z.array(z.record(z.string(), z.number())).optional(),
  explanation: explanation.optional(),
});
export type PredictionResult = z.infer<typeof predictionResult>;

/** Predictions of rows by a model that was not trained on them. The held-out figures come from these. */
export const heldOutPredictions = z.object({
  /**
   * Row indexes in the dataset in use, from 0, ascending; a time series is in time order. -1 where no row has the value, such as the
   * sum of several series.
   */
  rows: z.array(z.int()),
  /**
   * Actual response for regression and classification. For an outlier detector with a semi-label, the semi-label, empty for
   * unlabeled rows.
   */
  actual: z.array(z.union([z.number(), z.string()])).optional(),
  prediction: predictionResult.omit({ outside: true }),
  /** Group of each row whose figures are uncertain together, where rows have groups or follow each other in time. */
  groups: z.array(z.int()).optional(),
  /**
   * Classification: probabilities after calibrations that were fitted without the row, of the model's classes in their order, row
   * by row, with seven digits. Absent where calibration does not improve the probabilities.
   */
  calibrated: z.array(z.number()).optional(),
});
export type HeldOutPredictions = z.infer<typeof heldOutPredictions>;
