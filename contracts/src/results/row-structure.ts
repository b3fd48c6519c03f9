import { z } from "zod";

/** Which rows of a table belong together. */
export const rowStructure = z.object({
  kind: z.enum(["identifier", "recurring_set"]).describe("Whether one column names the group, or a set of columns that recur together."),
  groupColumns: z.array(z.string()).describe("The columns whose values together name the group of a row."),
  groups: z.int().min(0),
  sharing: z.number().min(0).max(1).describe("Share of the rows that share their group with another row."),
  timeColumn: z.string().optional().describe("Column that tells the rows of a group apart, such as the time of a measurement."),
});
export type RowStructure = z.infer<typeof rowStructure>;
