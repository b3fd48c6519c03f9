/** Source of a dataset's rows: a file in the object store, or text in the resource. */
import { z } from "zod";
import { MAX_SKIPPED_ROWS } from "./limits.js";
import { objectKey, sha256, withCelRules } from "./meta.js";

export const sourceFormat = z.enum(["csv", "xlsx", "xls"]);
export type SourceFormat = z.infer<typeof sourceFormat>;

/** Encodings of text files, by the names that the console shows. */
export const textEncoding = z.enum([
  "utf-8",
  "utf-16le",
  "utf-16be",
  "big5",
  "gb18030",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "latin1",
  "windows-1250",
]);
export type TextEncoding = z.infer<typeof textEncoding>;

/** A table as uploaded. */
export const sourceFile = z
  .object({
    key: objectKey.describe("Key of the uploaded file in the object store."),
    sha256: sha256.describe("Digest of the file's bytes."),
    size: z.int().min(0).describe("Size of the file in bytes."),
    fileName: z.string().min(1).max(255).describe("Name of the file as it was uploaded."),
    format: sourceFormat.describe("Format of the file."),
    encoding: textEncoding.optional().describe("Text encoding of a CSV file; found from all of its bytes when left out."),
    delimiter: z.string().min(1).max(1).optional().describe("Field delimiter of a CSV file; found when left out."),
    decimal: z.enum([".", ","]).optional().describe("Decimal mark of a CSV file; found when left out."),
    dates: z
      .enum(["day_first", "month_first", "year_first"])
      .optional()
      .describe(
        "What comes first in dates such as 01/02/2020 or, with a year of two digits, 01/02/03. When left out, all dates of the file decide.",
      ),
    header: z
      .enum(["first_row", "none"])
      .optional()
      .describe(
        "Where the columns' names come from. first_row (the default): the first row. none: the names are Column1, Column2 and so on.",
      ),
    skipRows: z
      .int()
      .min(0)
      .max(MAX_SKIPPED_ROWS)
      .optional()
      .describe(
        "Lines of a text file, or rows of a sheet, before the names of the columns, or before the first row if header is none. They are no part of the table. 0 when left out.",
      ),
    sheet: z
      .string()
      .max(64)
      .optional()
      .describe("Sheet of a workbook. When left out: the first visible one with a table, or else with a value."),
  })
  .describe("Where the rows come from.");
export type SourceFile = z.infer<typeof sourceFile>;

/** Options of reading a file that its owner has chosen. */
export const readingOptions = sourceFile.pick({
  encoding: true,
  delimiter: true,
  decimal: true,
  dates: true,
  header: true,
  skipRows: true,
  sheet: true,
});
export type ReadingOptions = z.infer<typeof readingOptions>;

/** Returns the given options of reading a file, without anything else. */
export function readingOptionsOf({ encoding, delimiter, decimal, dates, header, skipRows, sheet }: ReadingOptions): ReadingOptions {
  return { encoding, delimiter, decimal, dates, header, skipRows, sheet };
}

/**
 * Formats of times that only all values of a column, or its name, distinguish from numbers, text and other times, such as 2015.01, 10901
 * and 2011/12.
 */
export const CODED_TIMES = [
  "pointMonth",
  "pointMonthShort",
  "republicMonth",
  "republicDay",
  "ideographicRepublic",
  "compactMonth",
  "compactRepublicMonth",
  "splitYear",
] as const;

/** How a table with the same columns was read. */
export const readLike = sourceFile
  .pick({ decimal: true, dates: true })
  .extend({
    durations: z
      .array(z.string().min(1).max(512))
      .max(2000)
      .optional()
      .describe("Columns of hours that are written as 36:30:00. They are read so even if no value of the file is a day or longer."),
    decimals: z
      .array(
        z.object({
          name: z.string().min(1).max(512).describe("Name of the column."),
          decimal: z.enum([".", ","]).describe("Decimal mark of its numbers."),
        }),
      )
      .max(2000)
      .optional()
      .describe(
        "Columns of numbers with another decimal mark than the rest of the table. It decides what a file with the same mark for the rest leaves open.",
      ),
    codedTimes: z
      .array(
        z.object({
          name: z.string().min(1).max(512).describe("Name of the column."),
          format: z.enum(CODED_TIMES).describe("Form of all its values."),
        }),
      )
      .max(2000)
      .optional()
      .describe(
        "Columns of months, days and fiscal years such as 2015.01, 104/01, 10901 and 2011/12. They are read so where all their values have that form, even if the values do not show that they are times.",
      ),
  })
  .describe(
    "How a table with the same columns was read. It decides what the file leaves open, such as 01/02/2024 or 1.234; entries of columns that the file lacks are ignored.",
  );
export type ReadLike = z.infer<typeof readLike>;

/** A Kubernetes object has at most 1.5 MiB, and a UTF-8 character up to four bytes. */
export const MAX_INLINE_CHARACTERS = 256 * 1024;

const sourceFileFields = sourceFile.shape;
/** Source of a dataset's rows: exactly one of an uploaded file and the text of a small one. */
export const datasetSource = withCelRules(
  sourceFile
    .partial({ key: true, sha256: true, size: true })
    .extend({
      key: sourceFileFields.key.optional().describe("Key of the uploaded file in the object store, with sha256 and size; or else inline."),
      inline: z
        .string()
        .min(1)
        .max(MAX_INLINE_CHARACTERS)
        .optional()
        .describe("The text of a small CSV file, at most 262,144 characters, instead of key, sha256 and size."),
    })
    .describe("Where the rows come from."),
  {
    rule: "has(self.inline) != has(self.key)",
    message: "name an uploaded file by key, sha256 and size, or write the table itself as inline: exactly one of the two",
  },
  {
    rule: "has(self.key) == has(self.sha256) && has(self.key) == has(self.size)",
    message: "key, sha256 and size go together: give all three of an uploaded file, and none of them beside inline",
  },
  {
    rule: "!has(self.inline) || (self.format == 'csv' && !has(self.sheet) && (!has(self.encoding) || self.encoding == 'utf-8'))",
    message: "an inline table is CSV text in UTF-8: set format to csv, and leave out sheet and encoding",
  },
  {
    rule: "has(self.key) == has(oldSelf.key) && (has(self.key) ? self.key == oldSelf.key && has(self.sha256) && self.sha256 == oldSelf.sha256 : has(self.inline) && self.inline == oldSelf.inline)",
    message: "the file of a dataset cannot be changed: upload a new dataset, or apply one of another name",
  },
);

/** File in which the operator has stored a dataset's inline text. */
export const storedSourceFile = z
  .object({ key: objectKey.describe("Key of the file in the object store."), sha256: sourceFileFields.sha256, size: sourceFileFields.size })
  .describe("The file that was made from the inline text.");

interface DatasetWithSource {
  spec: { source: z.infer<typeof datasetSource> };
  status?: { source?: z.infer<typeof storedSourceFile> | undefined } | undefined;
}

/** Returns the file with a dataset's rows, or undefined until inline text is stored. */
export function effectiveSourceFile({ spec, status }: DatasetWithSource): SourceFile | undefined {
  const { inline, key, sha256: digest, size, ...rest } = spec.source;
  if (inline === undefined) return { ...rest, key: key!, sha256: digest!, size: size! };
  return status?.source && { ...rest, encoding: "utf-8", ...status.source };
}

/** Returns the size in bytes of the rows as given. */
export function sourceSize({ spec: { source } }: DatasetWithSource): number {
  return source.size ?? new TextEncoder().encode(source.inline).length;
}
