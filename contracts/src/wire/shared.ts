import { z } from "zod";
import { ERRORS_BY_CODE, type ErrorCode } from "../errors/error-catalogue.js";
import { fileFault } from "../errors/file-faults.js";
import { language } from "../kinds/language.js";

export { type Language, language } from "../kinds/language.js";

/** Opaque; safe in a path. */
export const id = z
  .string()
  .min(1)
  .max(160)
  .regex(/^[A-Za-z0-9._-]+$/, "Must be an id: letters, digits and . _ - only");
export const isoDateTime = z.iso.datetime();

const errorCode = z.enum(Object.keys(ERRORS_BY_CODE) as [ErrorCode, ...ErrorCode[]]);

export const problem = z.object({
  path: z.string(),
  message: z.string(),
  tukey_error: errorCode.optional().describe("Code of this problem, if several problems have codes of their own."),
  fault: fileFault.optional().describe("For a file that cannot be read: what is wrong, for a text in the reader's language."),
});

/** Query of pages for people. */
export const reportQuery = z.object({ language: language.default("en").describe("Language of the page.") });

export const errorBody = z.object({
  tukey_error: errorCode,
  message: z.string().describe("The catalogue's English text."),
  detail: z.array(problem).optional().describe("For bad input: what is wrong where."),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Query of a simple-rest list. Each field is JSON: `sort=["name","ASC"]`, `range=[0,24]`, `filter={"q":"oven"}`. */
export const listQuery = z.object({
  sort: z.string().max(2_000).optional(),
  range: z.string().max(100).optional(),
  filter: z.string().max(10_000).optional(),
});

/** A table cell or a value of a record as clients send it: number, text, boolean, or null. */
export const cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);
/** One row, keyed by column name. Columns unknown to the model are ignored. */
export const record = z.record(z.string(), cell);
