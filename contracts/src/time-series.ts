/** What a time series model tells and answers besides what every regression does. */
import { z } from "zod";
import { indicators } from "./kinds/model.js";

/** What lies between one period and the next. Days, weekdays (Monday to Friday) and months are those of the dataset's time zone. */
export const seriesPeriod = z.object({
  unit: z.enum(["second", "day", "weekday", "month"]),
  /** Units in a period; seconds may have a fraction. */
  size: z.number().positive(),
});
export type SeriesPeriod = z.infer<typeof seriesPeriod>;

/** Name of the input that holds a column's value `k` periods before the one that is predicted. */
export function lagName(column: string, k: number): string {
  return `${column}_lag_${k}`;
}

/** One future period. Without an interval where too few held-out rows reach so far ahead. */
export const forecastStep = z.object({
  /** Periods ahead, from 1. */
  step: z.int().min(1),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type ForecastStep = z.infer<typeof forecastStep>;

/** Errors on held-out rows when so many periods ahead are predicted one after the other. */
export const forecastError = z.object({
  step: z.int().min(1),
  /** Forecasts that were compared with what came. */
  rows: z.int().min(0),
  RMSE: z.number().nullable(),
  MAE: z.number().nullable(),
  /** RMSE of the last known value as the forecast. */
  naive_RMSE: z.number().nullable(),
  /** Half the width of the interval, in the response's unit; null with too few rows. */
  half_width: z.number().nullable(),
  /** Share of the later half of these rows that lay in an interval made from the earlier half; null with too few rows. */
  coverage: z.number().nullable(),
});
export type ForecastError = z.infer<typeof forecastError>;

export const seriesForecast = z.object({
  /** The time column. */
  time: z.string(),
  period: seriesPeriod,
  lags: z.int(),
  /** Share of future values that an interval is to hold. */
  nominal: z.number(),
  /** Last period with a known response: the forecast follows it. */
  last: z.object({ time: z.iso.datetime(), value: z.number() }),
  steps: z.array(forecastStep.extend({ time: z.iso.datetime() })),
  errors: z.array(forecastError),
  /** The held-out figures of always predicting the mean, beside those of the naive forecast in `baseline`. */
  mean_baseline: indicators,
});
export type SeriesForecast = z.infer<typeof seriesForecast>;
