/** Held-out errors that models are compared by in pairs: figures on resamples of rows, and errors of forecasts. */
import { z } from "zod";
import { metricName } from "../kinds/metrics.js";

const values = z.array(z.number().nullable());

/** Figures of a model on bootstrap resamples of its held-out rows. Models of the same rows have the same resamples. */
export const metricResamples = z.object({
  /** Digest of the held-out rows. Only models with the same digest can be compared by these figures. */
  rows: z.string(),
  /** Number of groups that are drawn, or of rows where rows have no groups. */
  groups: z.int(),
  /** The figures of each resample: on the rows that were drawn, and on those that were not. Null where a figure is undefined. */
  figures: z.partialRecord(metricName, z.object({ inBag: values, outOfBag: values })),
});
export type MetricResamples = z.infer<typeof metricResamples>;

const errorSums = z.object({
  keys: z.array(z.int()),
  weights: z.array(z.number()),
  /** Weighted sums of the errors. */
  sums: z.array(z.number()),
});
export type ErrorSums = z.infer<typeof errorSums>;

/**
 * Errors of a model's forecasts, in the unit of MASE, by what errs together: forecasts that begin in the same stretch of
 * `length` periods, numbered as those of the data, or those of a series where there are more series than starts.
 */
export const forecastErrorUnits = errorSums.extend({
  by: z.enum(["starts", "series"]),
  /** Number of periods of the data. Only models of the same data can be compared. */
  periods: z.int(),
  length: z.int().min(1),
  /** Errors by start if `by` is series: series may share shocks. Absent in earlier versions. */
  byStart: errorSums.optional(),
});
export type ForecastErrorUnits = z.infer<typeof forecastErrorUnits>;
