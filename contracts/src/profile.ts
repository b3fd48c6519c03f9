/** What a profiling report tells of a table; kept as an object, shown by the API as one page. */
import { z } from "zod";
import { columnType, samplingMethod } from "./kinds/dataset.js";
import { columnFlag } from "./table.js";

/** Columns that are told of one by one; of further ones the report has a line each. */
export const MAX_DETAILED_COLUMNS = 200;

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const histogram = z.object({
  from: z.number(),
  to: z.number(),
  counts: z.array(count).max(40),
  /** Values that lie outside, where a few far ones would leave nothing to be seen of the others. */
  below: count,
  above: count,
});
export type ProfileHistogram = z.infer<typeof histogram>;

const frequencies = z.array(z.object({ value: z.string(), count }));

export const numericProfile = z.object({
  mean: z.number(),
  /** Null with a single value. */
  std: z.number().nullable(),
  /** Adjusted Fisher-Pearson skewness and excess kurtosis; null where all values are alike, or too few. */
  skewness: z.number().nullable(),
  kurtosis: z.number().nullable(),
  /** 0, 5, 25, 50, 75, 95 and 100 %. */
  quantiles: z.array(z.number()).length(7),
  zeros: count,
  negatives: count,
  /** Further than 1.5 interquartile ranges from the quartiles (Tukey 1977); null where the quartiles are alike. */
  outliers: count.nullable(),
  integer: z.boolean(),
  bins: histogram,
});
export type NumericProfile = z.infer<typeof numericProfile>;

export const textProfile = z.object({
  /** Most frequent values, cut off where they are long. */
  top: frequencies,
  /** Values that occur once. */
  once: count,
  /** In characters. */
  lengths: z.object({ min: count, mean: z.number(), max: count, bins: histogram }),
  /** Values with blanks at an end, and values that differ from another one in case or in such blanks alone. */
  padded: count,
  variants: count,
  /** Of columns that hold sentences. */
  words: frequencies,
});
export type TextProfile = z.infer<typeof textProfile>;

export const datetimeProfile = z.object({
  /** Milliseconds since the epoch. */
  from: z.number(),
  to: z.number(),
  bins: histogram,
  /** Of the steps between the sorted different times; null with a single time. */
  steps: z.object({ median: z.number(), longest: z.number(), longestFrom: z.number(), regular: z.boolean() }).nullable(),
  /** Values that stand there already. */
  repeated: count,
  /** By the dataset's clock: months from January, weekdays from Monday, hours from midnight. */
  months: z.array(count).length(12),
  weekdays: z.array(count).length(7),
  hours: z.array(count).length(24),
});
export type DatetimeProfile = z.infer<typeof datetimeProfile>;

export const columnProfile = z.object({
  name: z.string(),
  type: columnType,
  missing: count,
  distinct: count,
  quality: share,
  flags: z.array(columnFlag),
  /** Share of missing values in stretches of the rows, from the first to the last. Empty where nothing is missing. */
  missingAlong: z.array(share),
  numbers: numericProfile.optional(),
  texts: textProfile.optional(),
  times: datetimeProfile.optional(),
});
export type ColumnProfile = z.infer<typeof columnProfile>;

export const association = z.object({
  a: z.string(),
  b: z.string(),
  /** spearman: both numbers, -1 to 1. cramers_v: both text, 0 to 1. eta: text and a number, 0 to 1. */
  measure: z.enum(["spearman", "cramers_v", "eta"]),
  value: z.number().min(-1).max(1),
  /** Of numbers only. */
  pearson: z.number().min(-1).max(1).nullable(),
  /** Rows with both values. */
  rows: count,
});
export type Association = z.infer<typeof association>;

export const profileWarning = z.object({
  /** A flag of the data check, or what only the report looks at. */
  about: z.union([
    columnFlag,
    z.enum([
      "no_rows",
      "few_rows",
      "duplicate_rows",
      "no_complete_row",
      "skewed",
      "outliers",
      "mostly_zero",
      "many_levels",
      "padded",
      "variants",
      "associated",
    ]),
  ]),
  columns: z.array(z.string()),
  /** Rows or values, a share, or a measure: what the warning is about. */
  figure: z.number().nullable(),
});
export type ProfileWarning = z.infer<typeof profileWarning>;

export const tableProfile = z.object({
  rows: count,
  totalRows: count,
  sampling: samplingMethod,
  timezone: z.string(),
  /** Kinds of the steps that were carried out first, in order; null where the rows are those of the file. */
  steps: z.array(z.string()).nullable(),
  finishedAt: z.iso.datetime(),
  duplicateRows: count,
  /** Rows without any missing value. */
  completeRows: count,
  columns: z.array(columnProfile),
  /** Sets of columns that are missing together, most frequent first. */
  missingTogether: z.array(z.object({ columns: z.array(z.string()), rows: count })),
  /** Pearson's coefficient of each pair of some columns, null where there is none. */
  correlations: z.object({ columns: z.array(z.string()), matrix: z.array(z.array(z.number().nullable())) }),
  /** Strongest first. */
  associations: z.array(association),
  /** Rows that these were worked out on. */
  associatedRows: count,
  warnings: z.array(profileWarning),
});
export type TableProfile = z.infer<typeof tableProfile>;
