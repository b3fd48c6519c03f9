/** Figures of a model by name, and their intervals. */
import { z } from "zod";

/**
 * Indicator names of the specification; log_loss and roc_auc, which judge the probabilities of classifiers; and cost, the mean cost of
 * a row where wrong answers have costs. A figure is null
 * if it is undefined, such as true_positive without labels.
 */
export const indicatorName = z.enum([
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
export type IndicatorName = z.infer<typeof indicatorName>;
export const indicators = z.partialRecord(indicatorName, z.number().nullable());
export type Indicators = z.infer<typeof indicators>;

export const figureInterval = z
  .object({ lower: z.number().describe("Lower limit."), upper: z.number().describe("Upper limit.") })
  .describe("Interval of a figure.");
export type FigureInterval = z.infer<typeof figureInterval>;
export const figureIntervals = z.partialRecord(indicatorName, figureInterval);
export type FigureIntervals = z.infer<typeof figureIntervals>;
