import { z } from "zod";
import { extractionSpec } from "../extraction/index.js";
import { id, isoTime } from "./shared.js";

export const createExtractionRequest = z.object({
  index: z.int().min(0).optional().describe("How many entries come before the new one; it is the last one when left out."),
  cond: z.string().max(2000).default("").describe("What people are shown of it."),
  spec: extractionSpec,
});
export type CreateExtractionRequest = z.output<typeof createExtractionRequest>;

export const extractionPatch = z.object({ enabled: z.boolean() });

export const extractionsPatch = z.object({
  ids: z.array(id).min(1).max(1000).optional().describe("All entries when left out; for restore, all that are deleted."),
  change: z.enum(["enable", "disable", "delete", "restore"]).describe("What was deleted can be restored for a day."),
});
export type ExtractionsPatch = z.output<typeof extractionsPatch>;

/** An entry of the edit history: the specification's fields, section 3. */
export const extractionAnswer = z.object({
  id,
  dataset_id: id,
  enabled: z.boolean().describe("Of several aggregations only the one with the highest order stays enabled."),
  order: z.int(),
  updated_at: isoTime,
  owner: z.string(),
  cond: z.string(),
  spec: extractionSpec,
  type: z.string(),
  columns: z.array(z.string()).describe("Columns that the entry works on."),
  replace_col: z.string().nullable(),
  action: z.string().nullable().describe("Kind of a replacement."),
});
export type ExtractionAnswer = z.infer<typeof extractionAnswer>;
