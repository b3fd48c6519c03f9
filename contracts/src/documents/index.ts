/** Collections of the document store, for data that are not custom resources. Each has one schema and one definition. */
import { z } from "zod";
import { editStepSpec } from "../edit-steps/index.js";
import { columnType } from "../kinds/dataset.js";
import { objectKey } from "../kinds/meta.js";
import type { CollectionDefinition, Document } from "../ports/document-store.js";
import { modelEvaluation } from "../results/evaluation-result.js";
import { figureResamples } from "../results/figure-resamples.js";
import { modelGraph, modelInfo, predictionResult } from "../results/model-info.js";
import { savedChart } from "../results/saved-chart.js";
import { dataCheck, tableDescription } from "../results/table.js";
import { taskDocument } from "../tasks/task.js";

const documentFields = z.object({ id: z.string().min(1).max(128), version: z.int().min(1), expiresAt: z.iso.datetime().optional() });

const limit = z.int().min(-1);
export const productAccess = z.object({ enabled: z.boolean(), enableLimit: limit });

/** Time-based one-time codes (RFC 6238), with codes for a lost device. */
const secondFactor = z.object({
  /** Shared secret, encrypted. */
  secret: z.string(),
  /** False until its owner has entered a first code. */
  enabled: z.boolean(),
  /** Time step of the last code that was used. Neither it nor an earlier one is accepted again. */
  lastStep: z.int(),
  /** SHA-256 of each recovery code that is not used yet. */
  recoveryCodes: z.array(z.string()),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const userDocument = documentFields.extend({
  username: z.string().min(1).max(64),
  /** scrypt hash with parameters and salt, in PHC format. */
  passwordHash: z.string(),
  auth: z.enum(["manager", "normal"]),
  active: z.boolean(),
  contract: z.object({
    type: z.enum(["RF", "SP"]),
    startDate: z.iso.datetime().nullable(),
    dueDate: z.iso.datetime().nullable(),
    /** Number of days before the due date at which the warning begins. */
    duration: z.int().min(0),
    apiEnableMode: z.string(),
  }),
  restriction: z.object({
    autoModelEnable: z.boolean(),
    modelLimit: limit,
    /** Limit on models enabled at the same time, over all products. Accounts created before this limit existed have none. */
    licenceLimit: limit.optional(),
  }),
  products: z.object({ occ: productAccess, opt: productAccess, quality: productAccess, timeseries: productAccess }),
  datasetCreateEnable: z.boolean(),
  modelCreateEnable: z.boolean(),
  openCalcVarImpEnable: z.boolean(),
  email: z.string().optional(),
  /** Digest of the issuer and subject that the holder signs on as. Absent for an account that was never linked. */
  externalId: z.string().optional(),
  /** Time of the last request to reset the password. Absent once a new password is set. */
  resetRequestedAt: z.iso.datetime().optional(),
  secondFactor: secondFactor.optional(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userDocument>;

const sessionDocument = documentFields.extend({
  /** The id is the SHA-256 of the cookie's random value. */
  userId: z.string(),
  createdAt: z.iso.datetime(),
  /** Accurate to ten minutes. Absent until the first renewal. */
  lastUsedAt: z.iso.datetime().optional(),
  /** Where the session was opened from, for its owner to recognise it. */
  address: z.string().optional(),
  userAgent: z.string().optional(),
});
export type Session = z.infer<typeof sessionDocument>;

/** Wrong passwords or codes of late: the id is a digest of what they count against, and the document expires when none counts any more. */
const guessesDocument = documentFields;

const passwordResetDocument = documentFields.extend({
  /** The id is the SHA-256 of a random token. The request that deletes the document has used the token. */
  userId: z.string(),
});

const apiTokenDocument = documentFields.extend({
  /** The id identifies the subject, which has one token: for a model it is the resource name, see TokenSubject. */
  kind: z.enum(["model", "extraction"]),
  /** Uid of the model, or of the dataset that the extraction belongs to. A later object with the same name does not inherit the token. */
  subjectUid: z.string(),
  /** Absent once the token is revoked. The document remains, so that viewing the token does not create a new one. */
  tokenHash: z.string().optional(),
  /** Token encrypted with AES-256-GCM, so that its owner can view it again. */
  encrypted: z.string().optional(),
  createdAt: z.iso.datetime(),
});
export type ApiToken = z.infer<typeof apiTokenDocument>;

const apiUsageDocument = documentFields.extend({
  /** The id is the token's hash. Each token keeps its own count after it is rotated or revoked. */
  subjectUid: z.string(),
  calls: z.int().min(0),
  rows: z.int().min(0),
  firstUsedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type ApiUsage = z.infer<typeof apiUsageDocument>;

/** Keeps the name of a dataset for one upload until it expires. */
const nameReservationDocument = documentFields.extend({
  owner: z.string(),
  name: z.string(),
  size: z.int().min(0),
  productType: z.string(),
  /** True before any bytes are sent. Absent once the name is reserved for an object that is being written. */
  prepared: z.boolean().optional(),
});
export type NameReservation = z.infer<typeof nameReservationDocument>;

/** Bytes that are being stored: the id is part of the object's key. No dataset names the object yet. */
const uploadInProgressDocument = documentFields.extend({ owner: z.string() });

export const tableDocument = documentFields.extend({ datasetUid: z.string(), table: tableDescription });

export const checkDocument = documentFields.extend({ datasetUid: z.string(), check: dataCheck });

export const modelInfoDocument = documentFields.extend({
  modelUid: z.string(),
  info: modelInfo,
  graph: modelGraph,
  /** Absent for models of earlier versions and for those without a response. */
  resamples: figureResamples.optional(),
  /** Object with digests of the rows that the model learned from. Absent for models of earlier versions. */
  knownRows: objectKey.optional(),
});
export type ModelInfoDocument = z.infer<typeof modelInfoDocument>;

export const evaluationResultDocument = documentFields.extend({
  evaluationUid: z.string(),
  /** Results by model name. Models that could not be evaluated have no entry. */
  models: z.record(z.string(), modelEvaluation),
});
export type EvaluationResultDocument = z.infer<typeof evaluationResultDocument>;

const progressDocument = documentFields.extend({
  /** The id is the task's. */
  fraction: z.number().min(0).max(1),
  step: z.string(),
  updatedAt: z.iso.datetime(),
});
export type Progress = z.infer<typeof progressDocument>;

const predictionDocument = documentFields.extend({
  modelName: z.string(),
  status: z.enum(["init", "success", "fail"]),
  message: z.string().optional(),
  result: predictionResult.optional(),
  /** Requests that were predicted together: first row and end of each one's result, by the rest of its id. */
  parts: z.record(z.string(), z.tuple([z.int(), z.int()])).optional(),
  /** Many rows: number of documents with a page of the result each. Their ids are this one's, a dot and the page from 0. */
  pages: z.int().optional(),
  /** While the status is init: time after which nobody works on the result any more. */
  aliveUntil: z.iso.datetime().optional(),
});

const calculationDocument = documentFields.extend({
  modelName: z.string(),
  owner: z.string(),
  type: z.enum(["whatif", "batch", "optimization"]),
  status: z.enum(["success", "fail", "is_processed"]),
  result: predictionResult.optional(),
  /** Many rows: number of pages of the result in predictions. Their ids are this one's, a dot and the page from 0. */
  pages: z.int().optional(),
  rows: z.int().optional(),
  createdAt: z.iso.datetime(),
});
export type PredictionDocument = z.infer<typeof predictionDocument>;
export type CalculationDocument = z.infer<typeof calculationDocument>;

const auditDocument = documentFields.extend({
  at: z.iso.datetime(),
  userId: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.infer<typeof auditDocument>;

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
const editHistoryDocument = documentFields.extend({
  entries: z.array(editStep),
  /** Whether the extraction API answers for the dataset, and since when. Absent means disabled. */
  api: z.object({ enabled: z.boolean(), updatedAt: z.iso.datetime() }).optional(),
});
export type EditHistory = z.infer<typeof editHistoryDocument>;

/** Edit steps for reuse on other datasets. */
const editTemplateDocument = documentFields.extend({
  owner: z.string(),
  /** Unique per owner. */
  name: z.string(),
  entries: z.array(editStep.pick({ cond: true, spec: true })).min(1),
  createdAt: z.iso.datetime(),
  /** A deleted template can be restored until it expires. */
  deletedAt: z.iso.datetime().optional(),
});
export type EditTemplate = z.infer<typeof editTemplateDocument>;

/** Saved charts of a dataset; the id is the dataset's uid. */
const dashboardDocument = documentFields.extend({ charts: z.array(savedChart) });

const editedRowsDocument = documentFields.extend({
  /** Uid of the dataset whose extraction was applied. */
  datasetUid: z.string(),
  extractionId: z.string(),
  time: z.iso.datetime(),
  /** Descriptions of the applied steps. */
  condList: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  /** JSON: an array of rows, each an array of cells. */
  rows: z.string(),
  /** Many rows: number of documents with a page of them each, this one included. The others' ids are this one's, a dot and the page from 1. */
  pages: z.int().optional(),
});

/**
 * Edit steps that a model trains on or that test rows go through. The document never changes, even if its history does. The id is
 * the dataset's uid, a dot, and the digest of the steps.
 */
const editStepsDocument = documentFields.extend({ datasetUid: z.string(), specs: z.array(editStepSpec).min(1) });

/** Texts of the console in one language, whose code is the id: what managers changed and checked, by key. */
const textsDocument = documentFields.extend({
  edits: z.record(z.string(), z.object({ text: z.string().optional(), checked: z.string().optional() })),
});

/** Small values that all replicas share, such as the key that signs anti-forgery tokens. */
const settingDocument = documentFields.extend({ value: z.string() });

function defineCollection<S extends z.ZodType<Document>>(
  name: string,
  _schema: S,
  indexes: CollectionDefinition<z.infer<S>>["indexes"] = {},
): CollectionDefinition<z.infer<S>> {
  return { name, indexes };
}

export const COLLECTIONS = {
  users: defineCollection("users", userDocument, {
    username: { fields: ["username"], unique: true },
    externalId: { fields: ["externalId"], unique: true },
  }),
  sessions: defineCollection("sessions", sessionDocument, { user: { fields: ["userId"] } }),
  guesses: defineCollection("guesses", guessesDocument),
  passwordResets: defineCollection("passwordResets", passwordResetDocument, { user: { fields: ["userId"] } }),
  apiTokens: defineCollection("apiTokens", apiTokenDocument, {
    token: { fields: ["tokenHash"], unique: true },
    subject: { fields: ["subjectUid"] },
  }),
  apiUsage: defineCollection("apiUsage", apiUsageDocument, { subject: { fields: ["subjectUid"] } }),
  nameReservations: defineCollection("uploads", nameReservationDocument, { name: { fields: ["owner", "name"], unique: true } }),
  uploadsInProgress: defineCollection("uploadsInProgress", uploadInProgressDocument),
  tasks: defineCollection("tasks", taskDocument, { resource: { fields: ["resourceUid"] } }),
  progress: defineCollection("progress", progressDocument),
  tables: defineCollection("tables", tableDocument, { dataset: { fields: ["datasetUid"] } }),
  checks: defineCollection("checks", checkDocument, { dataset: { fields: ["datasetUid"] } }),
  modelInfos: defineCollection("modelInfos", modelInfoDocument, { model: { fields: ["modelUid"] } }),
  evaluationResults: defineCollection("evaluationResults", evaluationResultDocument, { evaluation: { fields: ["evaluationUid"] } }),
  predictions: defineCollection("predictions", predictionDocument),
  calculations: defineCollection("calculations", calculationDocument, { model: { fields: ["modelName"] } }),
  audit: defineCollection("audit", auditDocument, { user: { fields: ["userId"] } }),
  dashboards: defineCollection("dashboards", dashboardDocument),
  editHistories: defineCollection("extractions", editHistoryDocument),
  editTemplates: defineCollection("extractionTemplates", editTemplateDocument, {
    owner: { fields: ["owner"] },
    name: { fields: ["owner", "name"], unique: true },
  }),
  editedRows: defineCollection("extractedRows", editedRowsDocument),
  editSteps: defineCollection("extractionSteps", editStepsDocument, { dataset: { fields: ["datasetUid"] } }),
  settings: defineCollection("settings", settingDocument),
  texts: defineCollection("texts", textsDocument),
} as const;
