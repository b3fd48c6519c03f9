import { z } from "zod";
import { columnName } from "./values.js";

/** Most columns that become rows. */
export const UNPIVOT_LIMIT = 2000;

/** Produces a row for each of some columns of each row, in the order of the rows and of the columns. All other columns stay. */
export const unpivotSpec = z.object({
  type: z.literal("unpivot"),
  columns: z.array(columnName).min(1).max(UNPIVOT_LIMIT).describe("Columns of one type, whose values become rows."),
  names: columnName.describe("Name of the new column that has the names of these columns."),
  values: columnName.describe("Name of the new column that has their values."),
  as: z
    .enum(["text", "time"])
    .default("text")
    .describe("time: the names are times such as 2024-01, Jan 24, Q1 2024 or 2024, in the dataset's time zone."),
});
export type UnpivotSpec = z.infer<typeof unpivotSpec>;
