import { z } from "zod";
import { editStepSpec } from "../edit-steps/index.js";
import { datasetRole } from "./datasets.js";
import { id, isoDateTime } from "./shared.js";

export const trashItem = z.object({
  kind: z.enum(["dataset", "model", "automodel", "evaluation", "extraction", "extraction_template"]),
  id,
  title: z.string().describe("Shown to people. Of an entry of an edit history: its condition in words."),
  models: z.array(z.string()).optional().describe("Of a comparison: the titles of its models, which are its title."),
  spec: editStepSpec.optional().describe("Of an entry of an edit history: its step, for a text in the reader's language."),
  labels: z.record(z.string(), z.string()).optional().describe("Of an entry of an edit history: labels of columns by their names."),
  dataset_id: id.nullable().describe("The dataset that it belongs to; null for datasets and templates."),
  dataset_title: z.string().nullable(),
  owner_id: z.string(),
  owner_name: z.string(),
  role: datasetRole,
  deleted_at: isoDateTime,
  restorable_until: isoDateTime,
});
export type TrashItem = z.infer<typeof trashItem>;
export type TrashKind = TrashItem["kind"];
/** Whose and which items are deleted for good: all by default. */
export const emptyTrashQuery = z.object({
  owner: z.string().max(128).optional().describe("Only what belongs to the account of this id."),
  until: isoDateTime.optional().describe("Only what was deleted at this time or before, as a list shows it."),
});
export const trashAnswer = z.object({ data: z.array(trashItem) });
