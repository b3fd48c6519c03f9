/** Additional description and predictions of a time series model, beyond those of every regression. */
import { z } from "zod";
import { indicators, metricIntervals } from "../kinds/metrics.js";
import { RECONCILIATION_METHODS } from "../kinds/time-series.js";

/** Most parts of a week of which each is open or closed: its quarter hours. */
export const WEEK_PARTS_LIMIT = 672;

/** Interval between periods. Days, weekdays and months follow the dataset's time zone, and so do seconds with `open`. */
export const seriesPeriod = z.object({
  unit: z.enum(["second", "day", "weekday", "month"]),
  /** Number of units in a period; seconds may have a fraction. */
  size: z.number().positive(),
  open: z
    .array(z.int().min(0))
    .max(WEEK_PARTS_LIMIT)
    .optional()
    .describe(
      "Parts of the week that have periods, if all others are closed. The parts are days, or periods of so many seconds, counted from Monday 0:00. A weekday without it is Monday to Friday.",
    ),
  day: z
    .union([z.enum(["last", "last_weekday"]), z.int().min(28).max(30)])
    .optional()
    .describe(
      "If the times of months are their last day, or their last day from Monday to Friday: the same of future months. A number is the day of the month; months that are shorter use their last day.",
    ),
  by: z
    .literal("date")
    .optional()
    .describe(
      "Periods of one day: a time belongs to its date. Without it, a time belongs to the nearest day, as in earlier models and with times on both sides of midnight.",
    ),
});
export type SeriesPeriod = z.infer<typeof seriesPeriod>;

/** One future period. It has no interval if too few held-out rows reach so far ahead. */
export const forecastStep = z.object({
  /** Periods ahead, from 1. */
  step: z.int().min(1),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type ForecastStep = z.infer<typeof forecastStep>;

/** Errors on held-out rows at this number of periods ahead, predicted one after the other. */
const forecastError = z.object({
  step: z.int().min(1),
  /** Number of forecasts compared with actual values. */
  rows: z.int().min(0),
  RMSE: z.number().nullable(),
  MAE: z.number().nullable(),
  /** Mean absolute error ÷ the mean absolute change over one season; mean absolute share, 0 to 2; mean of predicted − actual. */
  MASE: z.number().nullable().optional(),
  sMAPE: z.number().nullable().optional(),
  bias: z.number().nullable().optional(),
  /** 95 % intervals of MASE and sMAPE. Absent for earlier models. */
  intervals: metricIntervals.optional(),
  /** MASE of a forecast that repeats the last season. */
  seasonal_naive_MASE: z.number().nullable().optional(),
  /** RMSE of a forecast that repeats the last known value. */
  naive_RMSE: z.number().nullable(),
  /** Half the width of the interval, in the response's unit; of several series in units of each series' errors. Null with too few rows. */
  half_width: z.number().nullable(),
  /**
   * Measured coverage: share of the later half of these rows that lie in an interval computed from the earlier half. Null with
   * too few rows.
   */
  coverage: z.number().nullable(),
});
export type ForecastError = z.infer<typeof forecastError>;

const knownPeriod = z.object({ time: z.iso.datetime(), value: z.number() });
const historyPeriod = z.object({ time: z.iso.datetime(), value: z.number().nullable() });
const futurePeriod = forecastStep.extend({ time: z.iso.datetime() });

/** A column known ahead. */
const knownAheadColumn = z.object({
  column: z.string(),
  /** Its value at each period of the history. */
  history: z.array(z.number().nullable()),
  /** The value that each step is forecast with, and whether the table has it. A value that it lacks is assumed from those before. */
  values: z.array(z.number().nullable()),
  given: z.array(z.boolean()),
});
export type KnownAheadColumn = z.infer<typeof knownAheadColumn>;

/** A forecast of the backtest and the actual values. `values` and `actual` begin one period after `cutoff`; nulls are unknown. */
const backtestForecast = z.object({
  cutoff: z.iso.datetime().describe("Time of the last value that the forecast knew."),
  times: z.array(z.iso.datetime()),
  values: z.array(z.number().nullable()),
  actual: z.array(z.number().nullable()),
  lower: z
    .array(z.number().nullable())
    .optional()
    .describe("Bounds of the interval of the model's forecasts at the same number of periods ahead."),
  upper: z.array(z.number().nullable()).optional(),
});
export type BacktestForecast = z.infer<typeof backtestForecast>;

/** Largest number of series whose forecasts a model's description has. */
export const FORECAST_SERIES_LIMIT = 200;

/** Forecast of one of several series. */
const namedForecast = z.object({
  name: z.string(),
  level: z.array(z.string()).optional().describe("Of a hierarchy: the columns that name the series; empty for the total."),
  last: knownPeriod,
  history: z.array(historyPeriod),
  known_ahead: z.array(knownAheadColumn).optional(),
  steps: z.array(futurePeriod),
  MASE: z.number().nullable().describe("Over all periods ahead of the forecasts of this series that were compared; null without any."),
  backtest: z.array(backtestForecast).optional().describe("Some forecasts of the backtest, by cut-off."),
});

const levelError = z.number().nullable().describe("MASE over the series of the level and all periods ahead.");

/** How forecasts are made to add up, and the errors of each way at each level. */
const forecastHierarchy = z.object({
  columns: z.array(z.string()),
  method: z.enum(RECONCILIATION_METHODS),
  levels: z.array(
    z.object({
      columns: z.array(z.string()).describe("Columns that name the series of the level; empty for the total."),
      series: z.int(),
      MASE: z.object({ unreconciled: levelError, bottomUp: levelError, minT: levelError }),
    }),
  ),
});
export type ForecastHierarchy = z.infer<typeof forecastHierarchy>;

export const seriesForecast = z.object({
  /** The time column. */
  time: z.string(),
  period: seriesPeriod,
  lags: z.int(),
  /** Nominal coverage: share of future values that an interval should contain. */
  nominal: z.number(),
  /** Last period with a known response. The forecast starts after it. */
  last: knownPeriod,
  /** The latest known values, oldest first. */
  history: z.array(historyPeriod).optional(),
  known_ahead: z.array(knownAheadColumn).optional(),
  steps: z.array(futurePeriod),
  /** Several series: the column that names them, and the forecast of each. `last`, `history` and `steps` are those of the first. */
  series_column: z.string().optional(),
  series: z.array(namedForecast).max(FORECAST_SERIES_LIMIT).optional(),
  other_series: z
    .array(
      z.object({
        level: namedForecast.shape.level,
        times: z.array(z.iso.datetime()).describe("Periods of the forecast of each of these series; empty if they are not described."),
        names: z.array(z.string()),
      }),
    )
    .optional()
    .describe("Further series, whose forecasts are not described. They can be requested by name."),
  hierarchy: forecastHierarchy.optional(),
  errors: z.array(forecastError),
  backtest: z
    .array(backtestForecast)
    .optional()
    .describe("Some forecasts of the backtest, by cut-off; of several series those of the first."),
  /** Held-out figures of a constant prediction of the mean. `baseline` has those of the naive forecast. */
  mean_baseline: indicators,
});
export type SeriesForecast = z.infer<typeof seriesForecast>;
