/** Figures of a model by name, and their intervals. */
import { z } from "zod";

/**
 * Indicator names of the specification; log_loss and roc_auc, which judge the probabilities of classifiers; and cost, the mean cost
 * of a row where wrong answers have costs. A figure is null if it is undefined, such as true_positive without labels.
 */
export const metricName = z.enum([
  "RMSE",
  "MAE",
  "MAAPE",
  "R2",
  "MASE",
  "sMAPE",
  "Accuracy",
  "Kappa",
  "macroF1",
  "log_loss",
  "roc_auc",
  "cost",
  "true_positive",
  "contamination",
  "min_distance",
  "silhouette_score",
  "n_clusters",
  "CH_index",
]);
export type MetricName = z.infer<typeof metricName>;
export const indicators = z.partialRecord(metricName, z.number().nullable());
export type Metrics = z.infer<typeof indicators>;

export const confidenceInterval = z
  .object({ lower: z.number().describe("Lower limit."), upper: z.number().describe("Upper limit.") })
  .describe("Interval of a figure.");
export type ConfidenceInterval = z.infer<typeof confidenceInterval>;
export const metricIntervals = z.partialRecord(metricName, confidenceInterval);
export type MetricIntervals = z.infer<typeof metricIntervals>;
