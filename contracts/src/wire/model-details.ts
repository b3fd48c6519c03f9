import { z } from "zod";
import { columnType } from "../kinds/dataset.js";
import { modelPhase } from "../kinds/model.js";

export const modelColumn = z.object({
  name: z.string().describe("Name of the model's input. In a time series, an input may be a column's value some periods before."),
  column: z.string().describe("The dataset's column that it comes from."),
  label: z.string().describe("What the column is called for people."),
  type: columnType,
  lag: z.int().nullable().describe("Number of periods before the predicted one; null except for time series."),
  min: z.number().nullable().describe("Least value in training; times in milliseconds since 1970."),
  max: z.number().nullable(),
  typical: z.union([z.number(), z.string()]).nullable().describe("Median, or most frequent value."),
  integer: z.boolean().describe("Whether every number is whole."),
  levels: z.array(z.string()).describe("Values of a text column, most frequent first."),
  importance: z.number().nullable().describe("Null beyond the ten most important."),
});
export const modelColumnsAnswer = z.object({ data: z.array(modelColumn) });
export type ModelColumnsAnswer = z.infer<typeof modelColumnsAnswer>;

export const modelStudioAnswer = z.object({
  status: modelPhase.describe("success: there is a report. init and fitting: ask again after 2.5 seconds. Otherwise there is none."),
  link: z.url().nullable().describe("The report, a page without scripts; null until there is one."),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});
export type ModelStudioAnswer = z.infer<typeof modelStudioAnswer>;

/** Number of bins of a numeric or time column. */
export const DENSITY_BINS = 24;

const clusterDensity = z.object({
  cluster: z.int().min(1),
  rows: z.int().describe("Rows of the cluster that have a value."),
  density: z
    .array(z.number())
    .describe("By bin: share of those rows, divided by the bin's width. By level: the share. Without rows, all are zero."),
});
export const clusterDensityAnswer = z.object({
  data: z.array(
    z.object({
      column: z.string(),
      type: columnType,
      from: z.number().nullable().describe("Where the first of equally wide bins begins; times in milliseconds since 1970; null for text."),
      to: z.number().nullable().describe("Where the last bin ends."),
      levels: z.array(z.string()).describe("For text. Rows with other values count in the total, but in no level."),
      clusters: z.array(clusterDensity),
    }),
  ),
});
export type ClusterDensityAnswer = z.infer<typeof clusterDensityAnswer>;
