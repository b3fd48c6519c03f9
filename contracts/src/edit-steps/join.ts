import { z } from "zod";
import { columnType } from "../kinds/dataset.js";
import { columnName } from "./values.js";

/**
 * Left join with another dataset as a client asks for it: each row gets columns of the one row there that has the same keys. A row
 * without such a row gets missing values.
 */
export const joinRequest = z.object({
  type: z.literal("join"),
  dataset: z.string().min(1).max(128).describe("Id of the dataset to join. Its rows in use are joined after its edit history."),
  on: z
    .array(z.object({ column: columnName, other: columnName.describe("Column of the dataset to join, of the same type.") }))
    .min(1)
    .max(10)
    .describe("Key columns. Several rows of the dataset to join with the same keys are refused; a missing key meets no row."),
  columns: z.array(columnName).min(1).max(200).describe("Columns of the dataset to join that are added."),
  prefix: z.string().max(100).default("").describe("Precedes the name of each added column."),
});
export type JoinRequest = z.infer<typeof joinRequest>;

/** Join with the copy that it reads. The server makes the copy when the step is added or replaced. */
export const joinSpec = joinRequest.extend({
  copy: z.object({
    key: z.string().describe("Object with the copied rows; its name is the digest of its contents."),
    title: z.string().describe("Title of the dataset at that time."),
    types: z.array(columnType).describe("Types of the key columns, then of the added columns."),
    rows: z.int().min(0),
    at: z.iso.datetime(),
  }),
});
export type JoinSpec = z.infer<typeof joinSpec>;
