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
        "For which rows the model is to predict. random: more rows of the same groups. groups: rows of new groups, so whole groups are held out. time: later rows, so the latest are held out, in whole groups where group columns are named. auto: groups where rows are found to belong together, by columns, as near copies, or as blocks of consecutive rows on which the response depends, and the latest groups where they follow one another in time and the response depends on their order; later rows where the rows are in order of a time and the response depends on the order; else random.",
      ),
    groupColumns: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(200)
      .optional()
      .describe(
        "Columns whose values together name the group of a row; found in the data when left out, except for random and time. For time, the groups follow one another: none begins before the one before it ends.",
      ),
    timeColumn: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("Column that orders the rows in time, of times or of numbers; needed for time unless the dataset has one column of times."),
    folds: z
      .int()
      .min(2)
      .max(MAX_FOLDS)
      .optional()
      .describe("Parts that are held out in turn, for time parts of the later half; as many as suit the rows when left out."),
  })
  .describe("Which rows are held out together: held-out figures, folds, tuning, intervals, calibration and ranking follow it.");
export type RowValidation = z.infer<typeof rowValidation>;

/** That of one model, with its default. */
export const modelValidation = rowValidation
  .optional()
  .describe(
    `${rowValidation.description} When left out: auto for outlier detection, else random, with the error for new groups besides where rows are found to belong together.`,
  );

/** How rows belong together that no column names the group of. */
export const groupedBy = z
  .enum(["copies", "consecutive"])
  .describe("Groups that no column names. copies: rows that are nearly equal. consecutive: blocks of consecutive rows that are alike.");
export type GroupedBy = z.infer<typeof groupedBy>;

/** Which rows a training held out. Figures are comparable only where it is the same. */
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
