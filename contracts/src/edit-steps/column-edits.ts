import { z } from "zod";
import { cellValue, columnName } from "./values.js";

/** Replaces the values of a column and keeps its type. */
export const replacementSpec = z.object({
  type: z.literal("replacement"),
  replace_col: columnName,
  action: z.discriminatedUnion("kind", [
    z
      .object({ kind: z.literal("value"), from: cellValue, to: cellValue.nullable() })
      .describe("One value by another one, or by none (null)."),
    z.object({ kind: z.literal("fill"), value: cellValue }).describe("Rows without a value get this one."),
    z
      .object({ kind: z.literal("fill_with"), with: z.enum(["mean", "median", "previous"]) })
      .describe("Rows without a value get the column's mean or median (numbers only), or the value of the row before."),
    z
      .object({ kind: z.literal("clip"), min: z.number().optional(), max: z.number().optional() })
      .describe("Numbers beyond a bound become the bound; min is not above max."),
    z.object({ kind: z.literal("text"), change: z.enum(["trim", "lower", "upper"]) }).describe("Text columns only; trim takes off spaces."),
  ]),
});
export type ReplacementSpec = z.infer<typeof replacementSpec>;

const operand = z.union([z.object({ column: columnName }), z.object({ value: z.number() })]);
export type Operand = z.infer<typeof operand>;

/** Column computed row by row. A row without a result, such as a division by zero, has a missing value. */
export const derivedColumnSpec = z.object({
  type: z.literal("derived"),
  name: columnName,
  formula: z.discriminatedUnion("op", [
    z.object({ op: z.enum(["add", "subtract", "multiply", "divide", "power"]), left: operand, right: operand }),
    z.object({ op: z.enum(["log", "exp", "sqrt", "abs", "floor"]), of: operand }).describe("log is the natural logarithm."),
    z
      .object({ op: z.literal("part"), column: columnName, part: z.enum(["year", "quarter", "month", "day", "weekday", "hour", "minute"]) })
      .describe("Of a time in the dataset's time zone, as a number; weekdays count from 1, Monday."),
    z
      .object({ op: z.literal("difference"), from: columnName, to: columnName, unit: z.enum(["second", "minute", "hour", "day"]) })
      .describe("From one time to another, in units with their fractions."),
    z
      .object({ op: z.literal("join"), columns: z.array(columnName).min(1).max(50), separator: z.string().max(100).default("") })
      .describe("The texts that there are of several text columns, one after the other."),
    z
      .object({ op: z.literal("expression"), expression: z.string().min(1).max(4000) })
      .describe(
        'One expression of columns, numbers, "texts" and functions, such as if(speed > 10, lag([oven temperature], 1), 0). A condition gives 1 or 0.',
      ),
  ]),
});
export type DerivedColumnSpec = z.infer<typeof derivedColumnSpec>;
