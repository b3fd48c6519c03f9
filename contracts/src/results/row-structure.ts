import { z } from "zod";

const groupErrors = z.object({
  response: z.string(),
  measure: z.enum(["RMSE", "error_rate"]).describe("RMSE of numbers, share of wrong answers of classes."),
  known: z.number().describe("Error if random rows are held out, so that rows of their groups are known."),
  new: z.number().describe("Error if whole groups are held out."),
});
export type GroupErrors = z.infer<typeof groupErrors>;

/** Which rows of a table belong together. */
export const rowStructure = z.object({
  kind: z
    .enum(["identifier", "recurring_set", "copies", "consecutive"])
    .describe(
      "identifier: one column names the group. recurring_set: columns whose values recur together name it. copies: the rows of a group are nearly equal. consecutive: a group is a block of consecutive rows that are alike.",
    ),
  groupColumns: z
    .array(z.string())
    .describe("The columns whose values together name the group of a row; none for copies and consecutive rows."),
  namingColumns: z
    .array(z.string())
    .optional()
    .describe("The columns that only name the group, and so have no information about new groups; absent in checks of earlier versions."),
  groups: z.int().min(0),
  sharing: z.number().min(0).max(1).describe("Share of the rows that share their group with another row."),
  timeColumn: z.string().optional().describe("Column that tells the rows of a group apart, such as the time of a measurement."),
  errors: z
    .array(groupErrors)
    .optional()
    .describe(
      "Held-out errors of a quick model by response, for several columns of the table. With blocks of consecutive rows, only responses whose error is clearly higher for new blocks are listed; models of these responses are judged by new blocks.",
    ),
});
export type RowStructure = z.infer<typeof rowStructure>;

const timeOrderErrors = z.object({
  response: z.string(),
  measure: z.enum(["RMSE", "error_rate"]).describe("RMSE of numbers, share of wrong answers of classes."),
  random: z.number().describe("Error if random rows are held out."),
  later: z.number().describe("Error if the latest rows are held out; the latest groups if rows belong together."),
  dependsOnOrder: z
    .boolean()
    .describe(
      "Whether values of the response in neighbouring rows, or its means in neighbouring groups, are related. If so, models of it are judged by later rows or groups.",
    ),
});
export type TimeOrderErrors = z.infer<typeof timeOrderErrors>;

/** A time by which the rows of a table are in order. */
export const timeOrder = z.object({
  timeColumn: z.string().describe("Column of times or of numbers that rises or falls from row to row."),
  errors: z.array(timeOrderErrors).describe("Held-out errors of a quick model by response, for several columns of the table."),
});
export type TimeOrder = z.infer<typeof timeOrder>;
