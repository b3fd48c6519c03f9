/** How a model learns a time series: periods, series, sums and columns known ahead. */
import { z } from "zod";

/** Most periods ahead of one forecast. */
export const MAX_HORIZON = 100;

/** Most cut-offs of a backtest. */
const MAX_CUTOFFS = 200;

/** Largest number of columns known ahead, including those that only determine the horizon. */
export const MAX_COLUMNS_AHEAD = 50;

/** Most columns of a hierarchy, and most levels of sums. */
const MAX_HIERARCHY = { columns: 5, levels: 20 };

export const RECONCILIATION_METHODS = ["bottomUp", "minT"] as const;
export type ReconciliationMethod = (typeof RECONCILIATION_METHODS)[number];

export const LAG_INPUTS = ["recent", "proposed"] as const;
export type LagInputs = (typeof LAG_INPUTS)[number];

export const EMPTY_PERIODS = ["unknown", "zero"] as const;
export type EmptyPeriods = (typeof EMPTY_PERIODS)[number];

const hierarchyParams = z
  .object({
    columns: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(MAX_HIERARCHY.columns)
      .describe("Columns of text or whole numbers that name a series together, the largest groups first, such as country, shop, product."),
    levels: z
      .array(z.array(z.string().min(1).max(512)).max(MAX_HIERARCHY.columns))
      .min(1)
      .max(MAX_HIERARCHY.levels)
      .optional()
      .describe(
        "Columns of each level of sums; an empty list is the total. When left out: the total, then the sums by the first column, by the first two, and so on.",
      ),
    reconciliation: z
      .enum(["auto", ...RECONCILIATION_METHODS])
      .default("auto")
      .describe(
        "How forecasts are made to add up. bottomUp: upper levels are sums of the lowest. minT: all levels are forecast, and changed as their errors depend on each other. auto: the one with the smaller error on rolling origins.",
      ),
  })
  .describe("Sums that forecasts add up to.");
export type HierarchyParams = z.infer<typeof hierarchyParams>;

export const timeSeriesParams = z
  .object({
    time: z.string().min(1).max(512).describe("The one column that holds the time."),
    lags: z.int().min(1).max(5).default(1).describe("Prior periods that the model sees."),
    lagInputs: z
      .enum(LAG_INPUTS)
      .optional()
      .describe(
        "Inputs of models of lags. recent: the prior periods alone. proposed: also inputs that the data propose. These are the periods one and two seasons before; means, deviations and changes of the latest values; and hour, weekday and month. When left out: recent, or in an automatic training proposed.",
      ),
    horizon: z
      .int()
      .min(1)
      .max(MAX_HORIZON)
      .optional()
      .describe(
        "Future periods that the model forecasts. When left out: those for which columns known ahead have values, else one season of the data, such as a day of hours, a week of days, a year of weeks, months or quarters, and at most a quarter of the history.",
      ),
    series: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("Column of text or whole numbers that names the series of each row, where the table has several."),
    hierarchy: hierarchyParams.optional(),
    emptyPeriods: z
      .enum(EMPTY_PERIODS)
      .optional()
      .describe(
        "What a period without a row means. unknown: its value is not known, and rows of one period count with their mean. zero: rows are events such as order lines, whose values add up: the value of a period is the sum of its rows, and 0 without any, from the first value of each series to the last period with a value of any series. A row without a value leaves its period unknown. When left out: unknown.",
      ),
    knownAhead: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(MAX_COLUMNS_AHEAD)
      .optional()
      .describe(
        "Number columns whose values are known for the periods to be forecast, such as prices, plans or holidays. Of other columns, the model sees only values of prior periods. When left out, no column is known ahead.",
      ),
    horizonColumns: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(MAX_COLUMNS_AHEAD)
      .optional()
      .describe(
        "Number columns known ahead that the model does not learn from. When horizon is left out, their values determine how many periods it forecasts. An automatic training sets them for models of the past alone, so that all of its models forecast equally far. At most 50 together with those of knownAhead.",
      ),
    cutoffs: z
      .int()
      .min(1)
      .max(MAX_CUTOFFS)
      .optional()
      .describe(
        "Number of times from which the backtest forecasts, evenly apart in the held-out part of each series. When left out: as many as the training has time for. Fewer than nine give no intervals.",
      ),
  })
  .describe("How a time series is learned.");
