/** Edit histories of datasets, templates of them, and what they made of rows. */
import { z } from "zod";
import { editStepSpec } from "../edit-steps/index.js";
import { columnType } from "../kinds/dataset.js";
import { documentFields } from "./document-fields.js";

const editStep = z.object({
  /** The dataset's resource name, a dot, and a random part that cannot be guessed. */
  id: z.string().min(1).max(128),
  /** Entries run in ascending order. */
  order: z.int(),
  enabled: z.boolean(),
  /** Description shown to users. */
  cond: z.string(),
  spec: editStepSpec,
  owner: z.string(),
  updatedAt: z.iso.datetime(),
  /** Time of deletion. From then on only a restore finds the entry, for a day. */
  deletedAt: z.iso.datetime().optional(),
});
export type EditStep = z.infer<typeof editStep>;

/** Edit history of a dataset; the id is the dataset's uid. It is one document, so that changes to entries are atomic. */
export const editHistoryDocument = documentFields.extend({
  entries: z.array(editStep),
  /** Whether the extraction API answers for the dataset, and since when. Absent means disabled. */
  api: z.object({ enabled: z.boolean(), updatedAt: z.iso.datetime() }).optional(),
});
export type EditHistory = z.infer<typeof editHistoryDocument>;

/** Edit steps for reuse on other datasets. */
export const editTemplateDocument = documentFields.extend({
  owner: z.string(),
  /** Unique per owner. */
  name: z.string(),
  entries: z.array(editStep.pick({ cond: true, spec: true })).min(1),
  createdAt: z.iso.datetime(),
  /** A deleted template can be restored until it expires. */
  deletedAt: z.iso.datetime().optional(),
});
export type EditTemplate = z.infer<typeof editTemplateDocument>;

export const editedRowsDocument = documentFields.extend({
  /** Uid of the dataset whose extraction was applied. */
  datasetUid: z.string(),
  extractionId: z.string(),
  time: z.iso.datetime(),
  /** Descriptions of the applied steps. */
  condList: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  /** JSON: an array of rows, each an array of cells. */
  rows: z.string(),
  /**
   * Many rows: number of documents with a page of them each, this one included. The others' ids are this one's, a dot and the page
   * from 1.
   */
  pages: z.int().optional(),
});

/**
 * Edit steps that a model trains on or that test rows go through. The document never changes, even if its history does. The id is
 * the dataset's uid, a dot, and the digest of the steps.
 */
export const editStepsDocument = documentFields.extend({ datasetUid: z.string(), specs: z.array(editStepSpec).min(1) });
