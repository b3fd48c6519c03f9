/** Description of a time series before any model: its times, seasons, trend and unusual values. */
import { z } from "zod";
import { seriesPeriod } from "./time-series.js";

/** Most values of a series that a description has. */
export const SERIES_POINT_LIMIT = 1_000;

/** Most names of series that a description has. */
export const SERIES_NAME_LIMIT = 1_000;

const time = z.iso.datetime();

const seriesPoint = z.object({
  time,
  value: z.number().nullable(),
  trend: z.number().nullable().describe("Null where the times follow no rhythm."),
  seasonal: z.array(z.number()).describe("One component for each season; they add up with trend and remainder to the value."),
  remainder: z.number().nullable(),
});

const season = z.object({
  /** hour: the same minute of each hour; and so on. */
  unit: z.enum(["hour", "day", "week", "year"]),
  length: z.int().describe("Periods in the season."),
  strength: z.number().describe("From 0 to 1: 1 − variance of the remainder ÷ that of season and remainder."),
});

export const seriesDescription = z.object({
  period: seriesPeriod.nullable().describe("Null where the times follow no rhythm."),
  rhythm: z
    .enum(["second", "minute", "hour", "day", "weekday", "week", "month", "quarter", "year", "other", "irregular"])
    .describe("The period in a word; other where it is several of them, such as 15 minutes."),
  first: time,
  last: time,
  periods: z.int().describe("From the first to the last time, those without a row included."),
  missing_periods: z.int().describe("Periods up to the last value without a row."),
  missing_values: z.int().describe("Periods up to the last value with a row and without a value."),
  future_periods: z.int().optional().describe("Periods with a row after the last value, which are to be forecast; left out without any."),
  repeated_rows: z.int().describe("Rows of a time that is there before."),
  untimed_rows: z.int().describe("Rows without a time."),
  closed_rows: z.int().optional().describe("Rows on days or at hours that hardly ever have a value, which are left out."),
  seasons: z.array(season).describe("The shortest first."),
  trend: z.object({
    direction: z.enum(["rising", "falling", "changing", "none"]),
    strength: z.number().describe("From 0 to 1: 1 − variance of the remainder ÷ that of trend and remainder."),
    from: z.number().describe("Trend in the first decomposed period."),
    to: z.number().describe("Trend in the last one."),
  }),
  level_changes: z.array(z.object({ time, change: z.number() })).describe("Times from which on the values lie higher or lower."),
  outliers: z.array(z.object({ time, value: z.number() })).describe("Values far from trend and season."),
  unusual_end: z
    .object({ time, value: z.number(), lower: z.number(), upper: z.number() })
    .optional()
    .describe("A value among the latest three that is outside the expected range from `lower` to `upper`. Forecasts continue from it."),
  zero_share: z.number().describe("Share of the values that are 0."),
  intermittent: z.boolean().describe("Whether demand comes in some periods only (Syntetos and Boylan 2005)."),
  points: z.array(seriesPoint).max(SERIES_POINT_LIMIT).describe("The latest values."),
});
export type SeriesDescription = z.infer<typeof seriesDescription>;

/** Series of a table: which column names them, and which one is described. */
export const seriesNames = z.object({
  proposed: z.string().nullable().describe("Text column that names several series. In each of them a time occurs once."),
  count: z.int().describe("Number of series; 1 where no column names them."),
  names: z.array(z.string()).max(SERIES_NAME_LIMIT).describe("In order of their rows, the longest series first."),
  described: z.string().nullable().describe("The series that is described; null where no column names them."),
});
export type SeriesNamesOfTable = z.infer<typeof seriesNames>;
