import { z } from "zod";
import { cellValue, columnName } from "./values.js";

const columnField = { column: columnName };

/** Time on a 24-hour clock. */
const timeOfDay = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/, "Must be a time of day such as 06:30 or 22:00:00")
  .describe("Hours and minutes, and seconds if any: 06:30 or 22:00:00.");

/** Condition on one column. A value is a number for n, text for s, and an ISO 8601 time with its offset for d. */
const filterCondition = z.discriminatedUnion("op", [
  z.object({ ...columnField, op: z.enum(["empty", "not_empty"]) }),
  z
    .object({ ...columnField, op: z.enum(["eq", "ne"]), value: cellValue })
    .describe("Equal or not; a row without a value is not equal to any value."),
  z.object({ ...columnField, op: z.enum(["lt", "le", "gt", "ge"]), value: cellValue }).describe("Text is compared by its code points."),
  z
    .object({ ...columnField, op: z.literal("between"), from: cellValue.optional(), to: cellValue.optional() })
    .describe("Both bounds belong to the range, for numbers, text and times; from is not above to, and a bound that is left out is none."),
  z
    .object({ ...columnField, op: z.literal("time_of_day"), from: timeOfDay, to: timeOfDay })
    .describe(
      "Times from one time of day to another in the dataset's time zone, to the second, both included; one that begins later than it ends goes on over midnight.",
    ),
  z.object({ ...columnField, op: z.enum(["in", "not_in"]), values: z.array(cellValue).min(1).max(1000) }),
  z
    .object({ ...columnField, op: z.enum(["contains", "not_contains", "starts_with", "ends_with"]), value: z.string().max(10_000) })
    .describe("Text columns only; upper and lower case differ."),
]);
export type FilterCondition = z.infer<typeof filterCondition>;

const logicalOperator = z.enum(["and", "or"]);

/** Groups of conditions. Two levels of groups can express any combination of and, or and not. */
export const filterSpec = z.object({
  type: z.literal("filter"),
  combine: logicalOperator.default("and").describe("Whether a row has to meet all groups, or one."),
  groups: z
    .array(z.object({ combine: logicalOperator.default("and"), conditions: z.array(filterCondition).min(1).max(100) }))
    .min(1)
    .max(100),
});
export type FilterSpec = z.infer<typeof filterSpec>;
