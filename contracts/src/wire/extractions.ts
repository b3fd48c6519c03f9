import { z } from "zod";
import { extractionSpec } from "../extraction/index.js";
import { columnType, productType } from "../kinds/dataset.js";
import { modelApiAnswer } from "./models.js";
import { openApiRequest } from "./open-api.js";
import { id, isoTime, record } from "./shared.js";

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

const columns = z.array(z.object({ name: z.string(), type: columnType }));

/** The API of a dataset's extraction, as people are shown it. */
export const extractionApiAnswer = modelApiAnswer.extend({
  cond_list: z.array(z.string()).describe("What people are shown of the enabled entries, which the API carries out in this order."),
  result_columns: columns.describe("What it answers with."),
});
export type ExtractionApiAnswer = z.infer<typeof extractionApiAnswer>;

export const extractionRowsRequest = z.object({ token: openApiRequest.shape.api_token, data: openApiRequest.shape.data });
export const extractedRowsAnswer = z.object({
  data: z.object({
    extraction_id: id,
    status: z.enum(["success", "fail", "is_processed"]),
    time: isoTime,
    cond_list: z.array(z.string()).describe("The entries that were carried out, in their order."),
    columns,
    data: z.array(record).describe("The rows that are left, in their order; none where a filter kept none."),
  }),
});
export type ExtractedRowsAnswer = z.infer<typeof extractedRowsAnswer>;

export const updateExtractionApisRequest = z.object({
  api_update_list: z
    .array(z.object({ dataset_id: id, api_enabled: z.boolean() }))
    .min(1)
    .max(1000),
});
/** A dataset that has an edit history, for managers. */
export const extractionApiState = z.object({
  dataset_id: id,
  dataset_name: z.string(),
  dataset_product_type: productType,
  owner_id: z.string(),
  entries: z.int().min(0).describe("Entries that are enabled."),
  api_enabled: z.boolean(),
  api_update_at: isoTime.nullable(),
});
export const extractionApiStates = z.object({ data: z.array(extractionApiState) });
export type ExtractionApiState = z.infer<typeof extractionApiState>;

export const createTemplateRequest = z.object({
  name: z.string().trim().max(100).regex(/\S/, "Must not be blank"),
  dataset_id: id,
  ids: z.array(id).min(1).max(1000).optional().describe("Entries of the dataset's edit history; those that are enabled when left out."),
});
export type CreateTemplateRequest = z.output<typeof createTemplateRequest>;

export const templateAnswer = z.object({
  id,
  name: z.string(),
  owner: z.string(),
  entries: z.array(extractionAnswer.pick({ cond: true, spec: true, type: true })).describe("In the order in which they are carried out."),
  columns: z.array(z.string()).describe("Columns that a dataset must have for the template."),
  created_at: isoTime,
});
export type TemplateAnswer = z.infer<typeof templateAnswer>;

export const applyTemplateRequest = z.object({ template_id: id });
