/** Description of a table by the ingest step. It is a document that the API and the console show. */
import { z } from "zod";
import { columnType } from "../kinds/dataset.js";
import { textEncoding } from "../kinds/source.js";
import { dataFinding } from "./data-finding.js";
import { rowStructure, timeOrder } from "./row-structure.js";

const columnStats = z.object({
  missing: z.int().min(0).describe("Rows without a value."),
  unique: z.int().min(0).describe("Distinct values, not counting missing ones."),
  /** Numbers; dates in milliseconds since the epoch. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  std: z.number().nullable(),
  /** 0, 25, 50, 75 and 100 %. */
  quantiles: z.array(z.number()).max(5),
  /** Counts in bins of equal width between min and max (n and d), at most 24. */
  histogram: z.array(z.int()).max(24),
  /** Most frequent values of a text column, at most 50, most frequent first. */
  top: z.array(z.object({ value: z.string(), count: z.int() })).max(50),
  /** True if every number is whole. */
  integer: z.boolean(),
});
export type ColumnStats = z.infer<typeof columnStats>;

const columnAmbiguity = z.object({
  kind: z.enum(["numbers", "dates", "exchanged_days", "exponents"]),
  count: z.int().min(1).describe("Values that can be read in two ways."),
  rows: z.int().min(1).describe("Values of the column."),
  example: z.string().describe("One of the ambiguous values as it is written in the file."),
  reading: z.string().describe("How it was read: a number with a decimal point, or a day."),
  other: z.string().describe("How it could be read as well."),
});
export type ColumnAmbiguity = z.infer<typeof columnAmbiguity>;

const offsetZone = z.object({
  zone: z.string().describe("A zone with summer time whose clocks have these offsets at these times."),
  winter: z.string().describe("The offset in winter, as it is written in the file."),
  summer: z.string().describe("The offset in summer."),
});
export type OffsetZone = z.infer<typeof offsetZone>;

const unreadValues = z.object({
  count: z.int().min(1).describe("Values that are no numbers or times, so that their cells are empty."),
  rows: z.int().min(1).describe("Values of the column."),
  example: z.string().describe("One of the unread values as it is written in the file."),
});
export type UnreadValues = z.infer<typeof unreadValues>;

export const tableColumn = z.object({
  /** Stable within the dataset: `c0`, `c1`, … in file order. */
  uid: z.string(),
  name: z.string(),
  label: z.string(),
  /** Type in use, and the type detected in the file before any override. */
  type: columnType,
  originalType: columnType,
  colIndex: z.int().min(0),
  hidden: z.boolean(),
  stats: columnStats,
  written: z
    .array(z.string())
    .optional()
    .describe(
      "How the file writes the values: formats of times, in the order in which they are tried, `grouped` for numbers with separators of thousands, `durations` for hours written as 36:30:00, `lenient` for a column that is declared numeric, where text that is no number is missing, and `decimal_point` or `decimal_comma` for numbers whose mark is not the file's. Absent for plain numbers, text, and times that begin with the year.",
    ),
  /** Two readings that fit the values; absent where only one reading fits, or where the owner chose it. */
  ambiguity: columnAmbiguity.optional(),
  /** Values that cannot be read as the type which the owner chose; absent where all can. */
  unread: unreadValues.optional(),
  /** Zone of times with offsets in a dataset that is read in UTC. */
  offsetZone: offsetZone.optional(),
});
export type TableColumn = z.infer<typeof tableColumn>;

export const tableDescription = z.object({
  columns: z.array(tableColumn),
  nrow: z.int().min(0).describe("Rows in use, after sampling."),
  totalRows: z.int().min(0).describe("Rows in the file."),
  /** Settings used to read the file. Null if the format has no such setting. */
  encoding: textEncoding.nullable(),
  delimiter: z.string().nullable(),
  decimal: z.enum([".", ","]).nullable(),
  workbook: z
    .object({
      sheet: z.string().describe("Sheet that was read."),
      sheets: z.array(z.string()).describe("Sheets that are not hidden, in their order."),
    })
    .optional()
    .describe("Absent for text files, and in tables of earlier versions."),
  namesLine: z
    .int()
    .optional()
    .describe("Line of a text file in which the names of the columns seem to be, where the file was read as one column; else absent."),
  /** IANA time zone in which times without an offset were read; absent in tables of earlier versions. */
  timezone: z.string().optional(),
});
export type TableDescription = z.infer<typeof tableDescription>;

/** Reasons to inspect a column before using it. */
export const columnFlag = z.enum([
  "all_equal",
  "mass_na",
  "mass_repeat",
  "idness",
  "is_datetime",
  "all_na",
  "odd_semilabel",
  "irregular_time",
  "repeated_time",
  "column_quality",
]);
export type ColumnFlag = z.infer<typeof columnFlag>;

const columnCheck = z.object({
  name: z.string(),
  type: columnType,
  quality: z.number().min(0).max(1).describe("0 unusable to 1 faultless."),
  all_na: z.boolean(),
  flags: z.partialRecord(columnFlag, z.boolean()),
  missing: z.int().min(0),
  unique: z.int().min(0),
});
export type ColumnCheck = z.infer<typeof columnCheck>;

export const dataCheck = z.object({
  check_table: z.array(columnCheck),
  na_alert: z.boolean().describe("Whether a column has so many missing values that models suffer."),
  row_structure: rowStructure
    .optional()
    .describe(
      "Which rows belong together, so that a model that has seen some of them knows the others; absent if each row stands for itself.",
    ),
  time_order: timeOrder
    .optional()
    .describe(
      "A time by which the rows are in order. If rows belong together, their groups follow one another in this time. Absent if there is no such time, and in checks of earlier versions.",
    ),
  row_times: z
    .array(z.string())
    .optional()
    .describe(
      "All columns of times, or of numbers that are times, by which the rows are in order: no inputs of models without a response unless they are chosen. Absent in checks of earlier versions.",
    ),
  findings: z
    .array(dataFinding)
    .optional()
    .describe("What stands out in the values, and what training does about it; absent in checks of earlier versions."),
  copied_rows: z
    .int()
    .min(0)
    .optional()
    .describe("Rows that are equal to an earlier row in every column; absent if the check looked at a part of the table."),
});
export type DataCheck = z.infer<typeof dataCheck>;
