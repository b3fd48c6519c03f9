import { z } from "zod";
import { columnName, valueSchema } from "./column.js";

const on = { column: columnName };

/** What one column is asked. A value is a number for n, text for s, and an ISO 8601 time with its offset for d. */
export const filterCondition = z.discriminatedUnion("op", [
  z.object({ ...on, op: z.enum(["empty", "not_empty"]) }),
  z
    .object({ ...on, op: z.enum(["eq", "ne"]), value: valueSchema })
    .describe("Equal or not; a row without a value is not equal to any value."),
  z.object({ ...on, op: z.enum(["lt", "le", "gt", "ge"]), value: valueSchema }).describe("Text is compared by its code points."),
  z
    .object({ ...on, op: z.literal("between"), from: valueSchema.optional(), to: valueSchema.optional() })
    .describe("Both bounds belong to the range, for numbers, text and times; a bound that is left out is none."),
  z.object({ ...on, op: z.enum(["in", "not_in"]), values: z.array(valueSchema).min(1).max(1000) }),
  z
    .object({ ...on, op: z.enum(["contains", "not_contains", "starts_with", "ends_with"]), value: z.string().max(10_000) })
    .describe("Text columns only; upper and lower case differ."),
]);
export type FilterCondition = z.infer<typeof filterCondition>;

const combine = z.enum(["and", "or"]);

/** Groups of conditions: whatever can be said with and, or and not can be said with two levels of them. */
export const filterSpec = z.object({
  type: z.literal("filter"),
  combine: combine.default("and").describe("Whether a row has to meet all groups, or one."),
  groups: z
    .array(z.object({ combine: combine.default("and"), conditions: z.array(filterCondition).min(1).max(100) }))
    .min(1)
    .max(100),
});
export type FilterSpec = z.infer<typeof filterSpec>;
