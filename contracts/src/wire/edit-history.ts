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
  index: z.int().min(0).optional().describe("How many entries come before the new one; it is the last one when left out."),
  before: id.optional().describe("The entry that the new one comes before, wherever it is by now; counts instead of index."),
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
    .describe("That of the entry which the change is made to: it is refused if somebody has changed the entry since."),
  spec: createEditStepRequest.shape.spec.optional().describe("In place of the entry's own, of the same type."),
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
  ids: z.array(id).min(1).max(1000).optional().describe("All entries when left out; for restore, those that were deleted last, together."),
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
  cond_list: z.array(z.string()).describe("What people are shown of the enabled entries, which the API carries out in this order."),
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
    cond_list: z.array(z.string()).describe("The entries that were carried out, in their order."),
    columns,
    data: z.array(record).describe("The rows that are left, in their order; none where a filter kept none."),
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
  entries: z.array(editStepAnswer.pick({ cond: true, spec: true, type: true })).describe("In the order in which they are carried out."),
  columns: z.array(z.string()).describe("Columns that a dataset must have for the template."),
  created_at: isoDateTime,
});
export type EditTemplateAnswer = z.infer<typeof editTemplateAnswer>;

export const applyEditTemplateRequest = z.object({ template_id: id });
