/** Profiling report of a table. It is a stored object, which the API shows as one page. */
import { z } from "zod";
import { columnType, samplingMethod } from "../kinds/dataset.js";
import { dataFinding } from "./data-finding.js";
import { columnFlag } from "./table.js";

/** Largest number of columns with a section of their own. Each further column has one line. */
export const MAX_DETAILED_COLUMNS = 200;

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const histogram = z.object({
  from: z.number(),
  to: z.number(),
  counts: z.array(count).max(40),
  /** Values outside the range of the bins. The bins leave out distant values that would hide the shape of the rest. */
  below: count,
  above: count,
});
export type ProfileHistogram = z.infer<typeof histogram>;

const frequencies = z.array(z.object({ value: z.string(), count }));

const numericProfile = z.object({
  mean: z.number(),
  /** Null if there is only one value. */
  std: z.number().nullable(),
  /** Adjusted Fisher-Pearson skewness and excess kurtosis. Null if all values are equal or there are too few. */
  skewness: z.number().nullable(),
  kurtosis: z.number().nullable(),
  /** 0, 5, 25, 50, 75, 95 and 100 %. */
  quantiles: z.array(z.number()).length(7),
  zeros: count,
  negatives: count,
  /** Values more than 1.5 interquartile ranges outside the quartiles (Tukey 1977). Null if the quartiles are equal. */
  outliers: count.nullable(),
  integer: z.boolean(),
  bins: histogram,
});
export type NumericProfile = z.infer<typeof numericProfile>;

const textProfile = z.object({
  /** Most frequent values; long ones are truncated. */
  top: frequencies,
  /** Number of values that occur once. */
  once: count,
  /** In characters. */
  lengths: z.object({ min: count, mean: z.number(), max: count, bins: histogram }),
  /** Values with leading or trailing blanks, and values that differ from another only in case or in such blanks. */
  padded: count,
  variants: count,
  /** For columns of sentences. */
  words: frequencies,
});
export type TextProfile = z.infer<typeof textProfile>;

const datetimeProfile = z.object({
  /** Milliseconds since the epoch. */
  from: z.number(),
  to: z.number(),
  bins: histogram,
  /** Intervals between the sorted distinct times. Null if there is only one time. `regular` is absent where the rows are a sample. */
  steps: z.object({ median: z.number(), longest: z.number(), longestFrom: z.number(), regular: z.boolean().optional() }).nullable(),
  /** Number of values that repeat an earlier one. */
  repeated: count,
  /** Counts in the dataset's time zone: months from January, weekdays from Monday, hours from midnight. */
  months: z.array(count).length(12),
  weekdays: z.array(count).length(7),
  hours: z.array(count).length(24),
});
export type DatetimeProfile = z.infer<typeof datetimeProfile>;

const columnProfile = z.object({
  name: z.string(),
  type: columnType,
  missing: count,
  distinct: count,
  quality: share,
  flags: z.array(columnFlag),
  /** Share of missing values in successive stretches of the rows. Empty if no value is missing. */
  missingAlong: z.array(share),
  numbers: numericProfile.optional(),
  texts: textProfile.optional(),
  times: datetimeProfile.optional(),
});
export type ColumnProfile = z.infer<typeof columnProfile>;

const association = z.object({
  a: z.string(),
  b: z.string(),
  /** spearman: two numeric columns, -1 to 1. cramers_v: two text columns, 0 to 1. eta: a text and a numeric column, 0 to 1. */
  measure: z.enum(["spearman", "cramers_v", "eta"]),
  value: z.number().min(-1).max(1),
  /** For two numeric columns only. */
  pearson: z.number().min(-1).max(1).nullable(),
  /** Number of rows with both values. */
  rows: count,
});
export type Association = z.infer<typeof association>;

const profileWarning = z.object({
  /** A flag of the data check, or a finding of the report alone. */
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
  /** Number of rows or values, a share, or a measure, according to the warning. */
  figure: z.number().nullable(),
});
export type ProfileWarning = z.infer<typeof profileWarning>;

export const tableProfile = z.object({
  rows: count,
  totalRows: count,
  sampling: samplingMethod,
  timezone: z.string(),
  /** Kinds of the edit steps that ran first, in order. Null if the rows are those of the file. */
  steps: z.array(z.string()).nullable(),
  finishedAt: z.iso.datetime(),
  duplicateRows: count,
  /** Number of rows without a missing value. */
  completeRows: count,
  columns: z.array(columnProfile),
  /** Sets of columns with values missing in the same rows, most frequent first. */
  missingTogether: z.array(z.object({ columns: z.array(z.string()), rows: count })),
  /** Pearson's coefficient of each pair of selected columns; null if undefined. */
  correlations: z.object({ columns: z.array(z.string()), matrix: z.array(z.array(z.number().nullable())) }),
  /** Strongest first. */
  associations: z.array(association),
  /** Number of rows behind the associations. */
  associatedRows: count,
  /** Number of columns that may be associated with others, but are more than can be compared. Absent in reports of earlier versions. */
  uncomparedColumns: count.optional(),
  warnings: z.array(profileWarning),
  /** Findings about the values, and what training does about them. Absent in reports of earlier versions. */
  findings: z.array(dataFinding).optional(),
});
export type TableProfile = z.infer<typeof tableProfile>;
