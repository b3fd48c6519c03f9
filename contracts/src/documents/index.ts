/** Collections of the document store: what is not a custom resource. One schema and one definition each. */
import { z } from "zod";
import { editStepSpec } from "../edit-steps/index.js";
import { modelEvaluation } from "../evaluation-result.js";
import { columnType } from "../kinds/dataset.js";
import { modelGraph, modelInfo, predictionResult } from "../model-info.js";
import type { CollectionDefinition, Document } from "../ports/document-store.js";
import { dataCheck, tableDescription } from "../table.js";
import { taskDocument } from "../task.js";

export const documentFields = z.object({ id: z.string().min(1).max(128), version: z.int().min(1), expiresAt: z.iso.datetime().optional() });

const limit = z.int().min(-1);
export const productAccess = z.object({ enabled: z.boolean(), enableLimit: limit });

export const userDocument = documentFields.extend({
  username: z.string().min(1).max(64),
  /** scrypt with its parameters and salt, in PHC form. */
  passwordHash: z.string(),
  auth: z.enum(["manager", "normal"]),
  active: z.boolean(),
  contract: z.object({
    type: z.enum(["RF", "SP"]),
    startDate: z.iso.datetime().nullable(),
    dueDate: z.iso.datetime().nullable(),
    /** Days before the due date from which a warning is shown. */
    duration: z.int().min(0),
    apiEnableMode: z.string(),
  }),
  restriction: z.object({
    autoModelEnable: z.boolean(),
    modelLimit: limit,
    /** Models enabled at once, of all products together; unlimited in accounts that were made before there was such a limit. */
    licenceLimit: limit.optional(),
  }),
  products: z.object({ occ: productAccess, opt: productAccess, quality: productAccess, timeseries: productAccess }),
  datasetCreateEnable: z.boolean(),
  modelCreateEnable: z.boolean(),
  openCalcVarImpEnable: z.boolean(),
  email: z.string().optional(),
  /** When somebody last said that this account's password is forgotten; none since a new one was set. */
  resetRequestedAt: z.iso.datetime().optional(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userDocument>;

export const sessionDocument = documentFields.extend({
  /** The id is the SHA-256 of the cookie's random value. */
  userId: z.string(),
  createdAt: z.iso.datetime(),
});
export type Session = z.infer<typeof sessionDocument>;

export const passwordResetDocument = documentFields.extend({
  /** The id is the SHA-256 of a random token. Whoever deletes the document has used it. */
  userId: z.string(),
});
export type PasswordReset = z.infer<typeof passwordResetDocument>;

export const apiTokenDocument = documentFields.extend({
  /** The id says whose token this is, for each has one: of a model its resource name, see TokenSubject. */
  kind: z.enum(["model", "extraction"]),
  /** Of the model, or of the dataset that the extraction is of: a namesake that is made later does not inherit the token. */
  subjectUid: z.string(),
  /** None once the token is revoked; the document stays, so that nobody who only looks makes a new one. */
  tokenHash: z.string().optional(),
  /** AES-256-GCM, so that the owner can see the token again. */
  encrypted: z.string().optional(),
  createdAt: z.iso.datetime(),
});
export type ApiToken = z.infer<typeof apiTokenDocument>;

export const apiUsageDocument = documentFields.extend({
  /** The id is the token's hash, so that each token has its own count, also after it was rotated or revoked. */
  subjectUid: z.string(),
  calls: z.int().min(0),
  rows: z.int().min(0),
  firstUsedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type ApiUsage = z.infer<typeof apiUsageDocument>;

export const preparedUploadDocument = documentFields.extend({
  /** A prepared upload: the name is kept for it until it expires. */
  owner: z.string(),
  name: z.string(),
  size: z.int().min(0),
  productType: z.string(),
  /** Nothing was sent yet; left out once the name is taken for something that is being written. */
  prepared: z.boolean().optional(),
});
export type PreparedUpload = z.infer<typeof preparedUploadDocument>;

export const tableDocument = documentFields.extend({ datasetUid: z.string(), table: tableDescription });
export type TableDocument = z.infer<typeof tableDocument>;

export const checkDocument = documentFields.extend({ datasetUid: z.string(), check: dataCheck });
export type CheckDocument = z.infer<typeof checkDocument>;

export const modelInfoDocument = documentFields.extend({ modelUid: z.string(), info: modelInfo, graph: modelGraph });
export type ModelInfoDocument = z.infer<typeof modelInfoDocument>;

export const evaluationResultDocument = documentFields.extend({
  evaluationUid: z.string(),
  /** By the model's name; models that could not be evaluated have none. */
  models: z.record(z.string(), modelEvaluation),
});
export type EvaluationResultDocument = z.infer<typeof evaluationResultDocument>;

export const progressDocument = documentFields.extend({
  /** The id is the task's. */
  fraction: z.number().min(0).max(1),
  step: z.string(),
  updatedAt: z.iso.datetime(),
});
export type Progress = z.infer<typeof progressDocument>;

export const predictionDocument = documentFields.extend({
  modelName: z.string(),
  status: z.enum(["init", "success", "fail"]),
  message: z.string().optional(),
  result: predictionResult.optional(),
});
export type PredictionDocument = z.infer<typeof predictionDocument>;

export const calculationDocument = documentFields.extend({
  modelName: z.string(),
  owner: z.string(),
  type: z.enum(["whatif", "batch", "optimization"]),
  status: z.enum(["success", "fail", "is_processed"]),
  input: z.unknown(),
  result: z.unknown().optional(),
  createdAt: z.iso.datetime(),
});
export type CalculationDocument = z.infer<typeof calculationDocument>;

export const auditDocument = documentFields.extend({
  at: z.iso.datetime(),
  userId: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.infer<typeof auditDocument>;

export const editStep = z.object({
  /** The dataset's resource name, a dot, and what nobody can guess. */
  id: z.string().min(1).max(128),
  /** Entries are carried out from the lowest to the highest. */
  order: z.int(),
  enabled: z.boolean(),
  /** What people are shown. */
  cond: z.string(),
  spec: editStepSpec,
  owner: z.string(),
  updatedAt: z.iso.datetime(),
  /** From then on only restoring it finds it, for a day. */
  deletedAt: z.iso.datetime().optional(),
});
export type EditStep = z.infer<typeof editStep>;

/** The id is the dataset's uid: its edit history is one document, so that entries change together or not at all. */
export const editHistoryDocument = documentFields.extend({
  entries: z.array(editStep),
  /** Whether the extraction API answers for the dataset, and since when; disabled when left out. */
  api: z.object({ enabled: z.boolean(), updatedAt: z.iso.datetime() }).optional(),
});
export type EditHistory = z.infer<typeof editHistoryDocument>;

/** Steps that are reused on other datasets. */
export const editTemplateDocument = documentFields.extend({
  owner: z.string(),
  /** Unique among the owner's. */
  name: z.string(),
  entries: z.array(editStep.pick({ cond: true, spec: true })).min(1),
  createdAt: z.iso.datetime(),
});
export type EditTemplate = z.infer<typeof editTemplateDocument>;

export const editedRowsDocument = documentFields.extend({
  /** Of the dataset whose extraction was applied. */
  datasetUid: z.string(),
  extractionId: z.string(),
  time: z.iso.datetime(),
  /** What people are shown of the steps that were carried out. */
  condList: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  /** JSON: a list of the rows' cells for each row. */
  rows: z.string(),
});
export type EditedRowsDocument = z.infer<typeof editedRowsDocument>;

/**
 * The steps that a model learns from, or that test rows go through: made once and never changed, whatever becomes of the
 * history that they are from. The id is the dataset's uid, a dot, and the digest of the steps.
 */
export const editStepsDocument = documentFields.extend({ datasetUid: z.string(), specs: z.array(editStepSpec).min(1) });
export type EditStepsDocument = z.infer<typeof editStepsDocument>;

/** Small values that all replicas share, such as the key that signs anti-forgery tokens. */
export const settingDocument = documentFields.extend({ value: z.string() });
export type Setting = z.infer<typeof settingDocument>;

function defineCollection<S extends z.ZodType<Document>>(
  name: string,
  _schema: S,
  indexes: CollectionDefinition<z.infer<S>>["indexes"] = {},
): CollectionDefinition<z.infer<S>> {
  return { name, indexes };
}

export const COLLECTIONS = {
  users: defineCollection("users", userDocument, { username: { fields: ["username"], unique: true } }),
  sessions: defineCollection("sessions", sessionDocument, { user: { fields: ["userId"] } }),
  passwordResets: defineCollection("passwordResets", passwordResetDocument, { user: { fields: ["userId"] } }),
  apiTokens: defineCollection("apiTokens", apiTokenDocument, {
    token: { fields: ["tokenHash"], unique: true },
    subject: { fields: ["subjectUid"] },
  }),
  apiUsage: defineCollection("apiUsage", apiUsageDocument, { subject: { fields: ["subjectUid"] } }),
  uploads: defineCollection("uploads", preparedUploadDocument, { name: { fields: ["owner", "name"], unique: true } }),
  tasks: defineCollection("tasks", taskDocument, { resource: { fields: ["resourceUid"] } }),
  progress: defineCollection("progress", progressDocument),
  tables: defineCollection("tables", tableDocument, { dataset: { fields: ["datasetUid"] } }),
  checks: defineCollection("checks", checkDocument, { dataset: { fields: ["datasetUid"] } }),
  modelInfos: defineCollection("modelInfos", modelInfoDocument, { model: { fields: ["modelUid"] } }),
  evaluationResults: defineCollection("evaluationResults", evaluationResultDocument, { evaluation: { fields: ["evaluationUid"] } }),
  predictions: defineCollection("predictions", predictionDocument),
  calculations: defineCollection("calculations", calculationDocument, { model: { fields: ["modelName"] } }),
  audit: defineCollection("audit", auditDocument, { user: { fields: ["userId"] } }),
  editHistories: defineCollection("extractions", editHistoryDocument),
  editTemplates: defineCollection("extractionTemplates", editTemplateDocument, {
    owner: { fields: ["owner"] },
    name: { fields: ["owner", "name"], unique: true },
  }),
  editedRows: defineCollection("extractedRows", editedRowsDocument),
  editSteps: defineCollection("extractionSteps", editStepsDocument, { dataset: { fields: ["datasetUid"] } }),
  settings: defineCollection("settings", settingDocument),
} as const;
