import { z } from "zod";

/** Largest number of folds that a request may ask for. */
const MAX_FOLDS = 20;

export const validationRows = z.enum(["auto", "random", "groups", "time"]);

/** Which rows are held out together, and so for which rows the figures hold. */
export const rowValidation = z
  .object({
    rows: validationRows
      .default("auto")
      .describe(
        "Which rows the model predicts. random: more rows of the same groups. groups: rows of new groups, so whole groups are held out. time: later rows, so the latest rows are held out; with group columns, the latest groups. auto: the data decide. Groups are held out if rows are found to belong together: by columns, as near copies, or as blocks of consecutive rows on which the response depends. These are the latest groups if groups follow one another in time and the response depends on their order. Without groups, the latest rows are held out if the rows are in order of a time and the response depends on the order. Else random.",
      ),
    groupColumns: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(200)
      .optional()
      .describe(
        "Columns whose values together name the group of a row. When left out, groups are found in the data, except for random and time. For time, the groups follow one another: no group begins before the previous one ends.",
      ),
    timeColumn: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe(
        "Column of times or numbers that orders the rows in time. Required for time, unless the dataset has exactly one column of times.",
      ),
    folds: z
      .int()
      .min(2)
      .max(MAX_FOLDS)
      .optional()
      .describe(
        "Number of parts that are held out in turn; for time, parts of the later half. When left out, it is chosen to suit the rows.",
      ),
  })
  .describe("Which rows are held out together: held-out figures, folds, tuning, intervals, calibration and ranking follow it.");
export type RowValidation = z.infer<typeof rowValidation>;

/** Validation of one model, with its default. */
export const modelValidation = rowValidation
  .optional()
  .describe(
    `${rowValidation.description} When left out: auto for outlier detection, else random. If rows are found to belong together, the error for new groups is reported too.`,
  );

/** How rows belong together if no column names their group. */
export const groupedBy = z
  .enum(["copies", "consecutive"])
  .describe("Groups that no column names. copies: rows that are nearly equal. consecutive: blocks of consecutive rows that are alike.");
export type GroupedBy = z.infer<typeof groupedBy>;

/** Which rows a training held out. Figures are comparable only if it is the same. */
export const heldOutBy = z.object({
  rows: z
    .enum(["random", "groups", "time", "series"])
    .describe(
      "random: any rows. groups: whole groups. time: the latest rows, or the latest groups of the group columns. series: the latest periods of a time series.",
    ),
  groupColumns: z.array(z.string().max(512)).max(200).optional().describe("Columns whose values together name the group of a row."),
  groupedBy: groupedBy.optional(),
  timeColumn: z.string().max(512).optional().describe("Column that orders the rows in time."),
});
export type HeldOutBy = z.infer<typeof heldOutBy>;
