/** The options of reading a file by their names in requests. */
import { z } from "zod";
import { MAX_SKIPPED_ROWS } from "../kinds/limits.js";
import { type ReadingOptions, readingOptions, readingOptionsOf } from "../kinds/source.js";

const { skipRows, ...others } = readingOptions.shape;
export const readingFields = z.object({ ...others, skip_rows: skipRows });
export type ReadingFields = z.infer<typeof readingFields>;

/** The same options in a form or a query, whose values are text. */
export const readingFormFields = readingFields.extend({
  skip_rows: z.coerce.number<number>().int().min(0).max(MAX_SKIPPED_ROWS).optional().describe(skipRows.description!),
});

/** Returns the options of a request by their names in a spec. */
export function readingToSpec({ skip_rows, ...options }: ReadingFields): ReadingOptions {
  return readingOptionsOf({ ...options, skipRows: skip_rows });
}
