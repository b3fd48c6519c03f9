import { z } from "zod";
import { editStepRequest, editStepSpec } from "../edit-steps/index.js";
import { ERRORS } from "../errors/error-catalogue.js";
import { fieldErrorCodes } from "../errors/validation.js";
import { columnType, productType } from "../kinds/dataset.js";
import { ROW_LIMIT } from "../kinds/limits.js";
import { rowsAnswer } from "./datasets.js";
import { modelApiAnswer } from "./model-api.js";
import { predictionRequest } from "./prediction-api.js";
import { cell, id, isoDateTime, record } from "./shared.js";

export const createEditStepRequest = z.object({
  index: z.int().min(0).optional().describe("How many entries come before the new one. When left out, the new one is the last."),
  before: id.optional().describe("The entry before which the new one comes, wherever that entry is by now. It takes the place of index."),
  cond: z.string().max(2000).default("").describe("What people are shown of it."),
  spec: editStepRequest.clone().register(fieldErrorCodes, { code: ERRORS.dataExtraction }),
});
export type CreateEditStepRequest = z.output<typeof createEditStepRequest>;

/** A step to be tried: what it would leave in its place. */
export const previewEditStepRequest = createEditStepRequest.pick({ index: true, spec: true });
export const previewEditStepAnswer = rowsAnswer.extend({
  unmatched: z
    .object({
      rows: z.int().min(0).describe("Rows without a row of the joined dataset."),
      keys: z.array(z.array(cell)).describe("The first of their keys."),
    })
    .optional()
    .describe("Of a join."),
});
export type PreviewEditStepAnswer = z.infer<typeof previewEditStepAnswer>;

/** Fields that a change of an entry may set. */
export const editStepChanges = z.object({
  enabled: z.boolean().optional(),
  cond: createEditStepRequest.shape.cond.unwrap().optional(),
  updated_at: isoDateTime
    .optional()
    .describe("updated_at of the entry as it was read. The change is refused if somebody has changed the entry since."),
  spec: createEditStepRequest.shape.spec.optional().describe("Replaces the entry's own step. It has the same type."),
});
export type EditStepChanges = z.output<typeof editStepChanges>;
export const editStepPatch = editStepChanges.refine(
  (changes) => [changes.enabled, changes.cond, changes.spec].some((one) => one !== undefined),
  {
    path: ["enabled"],
    message: "Is missing: give enabled, cond or spec",
  },
);

export const editHistoryPatch = z.object({
  ids: z
    .array(id)
    .min(1)
    .max(1000)
    .optional()
    .describe("When left out: all entries. For restore: the entries that were deleted last, together."),
  change: z.enum(["enable", "disable", "delete", "restore"]).describe("What was deleted can be restored for a day."),
});
export type EditHistoryPatch = z.output<typeof editHistoryPatch>;

/** An entry of the edit history, with the fields of the specification, section 3. */
export const editStepAnswer = z.object({
  id,
  dataset_id: id,
  enabled: z.boolean().describe("Of several aggregations only the one with the highest order stays enabled."),
  order: z.int(),
  updated_at: isoDateTime,
  owner: z.string(),
  cond: z.string(),
  spec: editStepSpec,
  type: z.string(),
  columns: z.array(z.string()).describe("Columns that the entry works on."),
  replace_col: z.string().nullable(),
  action: z.string().nullable().describe("Kind of a replacement."),
});
export type EditStepAnswer = z.infer<typeof editStepAnswer>;

const columns = z.array(z.object({ name: z.string(), type: columnType }));

/** The API of a dataset's extraction, as shown to users. */
export const editHistoryApiAnswer = modelApiAnswer.extend({
  cond_list: z.array(z.string()).describe("Texts of the enabled entries for people, in the order in which the API applies them."),
  result_columns: columns.describe("What it answers with."),
});
export type EditHistoryApiAnswer = z.infer<typeof editHistoryApiAnswer>;

export const editedRowsRequest = z.object({
  token: predictionRequest.shape.api_token,
  data: z.union([record, z.array(record).min(1).max(ROW_LIMIT)]),
});
export const editedRowsAnswer = z.object({
  data: z.object({
    extraction_id: id,
    status: z.enum(["success", "fail", "is_processed"]),
    time: isoDateTime,
    cond_list: z.array(z.string()).describe("The entries that were applied, in their order."),
    columns,
    data: z.array(record).describe("The remaining rows, in their order; empty if a filter kept none."),
  }),
});
export type EditedRowsAnswer = z.infer<typeof editedRowsAnswer>;

export const updateEditHistoryApisRequest = z.object({
  api_update_list: z
    .array(z.object({ dataset_id: id, api_enabled: z.boolean() }))
    .min(1)
    .max(1000),
});
/** A dataset that has an edit history, for managers. */
export const editHistoryApiState = z.object({
  dataset_id: id,
  dataset_name: z.string(),
  dataset_title: z.string(),
  dataset_product_type: productType,
  owner_id: z.string(),
  entries: z.int().min(0).describe("Entries that are enabled."),
  api_enabled: z.boolean(),
  api_update_at: isoDateTime.nullable(),
});
export const editHistoryApiStates = z.object({ data: z.array(editHistoryApiState) });
export type EditHistoryApiState = z.infer<typeof editHistoryApiState>;

export const createEditTemplateRequest = z.object({
  name: z.string().trim().max(100).regex(/\S/, "Must not be blank"),
  dataset_id: id,
  ids: z.array(id).min(1).max(1000).optional().describe("Entries of the dataset's edit history; those that are enabled when left out."),
});
export type CreateEditTemplateRequest = z.output<typeof createEditTemplateRequest>;

export const editTemplateAnswer = z.object({
  id,
  name: z.string(),
  owner: z.string(),
  entries: z.array(editStepAnswer.pick({ cond: true, spec: true, type: true })).describe("In the order in which they are applied."),
  columns: z.array(z.string()).describe("Columns that a dataset must have for the template."),
  created_at: isoDateTime,
});
export type EditTemplateAnswer = z.infer<typeof editTemplateAnswer>;

export const applyEditTemplateRequest = z.object({ template_id: id });
