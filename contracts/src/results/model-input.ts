import { z } from "zod";
import { columnType } from "../kinds/dataset.js";

/** One input of the model, with its range in training. */
export const modelInput = z.object({
  name: z.string(),
  type: columnType,
  /** Range of numbers, or of dates in milliseconds since the epoch. Null for text. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Median, of whole numbers one that occurs, or most frequent value. A what-if starts from it. */
  typical: z.union([z.number(), z.string()]).nullable(),
  /**
   * Models of lags: its value in the period after the training; of several series, that of the typical series, or of the first one
   * if the series is no input. Null where it is not known; absent for other inputs and earlier models.
   */
  next: z.number().nullable().optional(),
  integer: z.boolean(),
  /** All values of a column of whole numbers, ascending, if there are at most 50. Absent for earlier models. */
  values: z.array(z.number()).optional(),
  /** Levels of a text column, most frequent first, at most 50. */
  levels: z.array(z.string()),
});
export type ModelInput = z.infer<typeof modelInput>;
