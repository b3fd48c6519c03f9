import { z } from "zod";
import { columnName } from "./values.js";

const aggregateFunction = z.enum(["count", "missing", "unique", "sum", "mean", "median", "std", "min", "max", "first", "last"]);
export type AggregateFunction = z.infer<typeof aggregateFunction>;

export const timeUnit = z.enum(["second", "minute", "hour", "day", "week", "month", "quarter", "year"]);
export type TimeUnit = z.infer<typeof timeUnit>;

/** Produces one row per group. Rows are in the order of the windows, then of the first row of each group. */
export const aggregationSpec = z.object({
  type: z.literal("aggregation"),
  by: z.array(columnName).max(50).default([]).describe("Columns whose values make a group; rows without a value are a group too."),
  window: z
    .object({ column: columnName, every: z.int().min(1).max(10_000).default(1), unit: timeUnit })
    .optional()
    .describe("Groups by time too, in the dataset's time zone; the column then holds the beginning of each window."),
  cols: z
    .array(
      z.object({
        name: columnName.describe("Name of the new column."),
        function: aggregateFunction.describe("Computed from the values that are not missing; count without a column counts rows."),
        column: columnName.optional(),
      }),
    )
    .min(1)
    .max(200),
});
export type AggregationSpec = z.infer<typeof aggregationSpec>;
