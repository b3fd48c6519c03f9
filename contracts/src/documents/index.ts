/** Collections of the document store, for data that are not custom resources. Each has one schema and one definition. */
import { z } from "zod";
import type { CollectionDefinition, Document } from "../ports/document-store.js";
import { savedChart } from "../results/saved-chart.js";
import { dataCheck, tableDescription } from "../results/table.js";
import { taskDocument } from "../tasks/task.js";
import {
  apiTokenDocument,
  apiUsageDocument,
  auditDocument,
  guessesDocument,
  passwordResetDocument,
  sessionDocument,
  userDocument,
} from "./accounts.js";
import { documentFields } from "./document-fields.js";
import { editedRowsDocument, editHistoryDocument, editStepsDocument, editTemplateDocument } from "./edit-history.js";
import { calculationDocument, evaluationResultDocument, modelInfoDocument, predictionDocument, progressDocument } from "./models.js";

export { type ApiToken, type ApiUsage, type AuditRecord, productAccess, type SecondFactor, type Session, type User } from "./accounts.js";
export type { EditHistory, EditStep, EditTemplate } from "./edit-history.js";
export {
  type CalculationDocument,
  type EvaluationResultDocument,
  evaluationResultDocument,
  type ModelInfoDocument,
  modelInfoDocument,
  type PredictionDocument,
  type Progress,
} from "./models.js";

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

/** Keeps the name of a model while it is written. */
const modelNameReservationDocument = documentFields.extend({ dataset: z.string(), name: z.string() });

/** File that is being stored: the id is part of the object's key. No resource names the object yet. */
const uploadInProgressDocument = documentFields.extend({ owner: z.string(), startedAt: z.iso.datetime().optional() });

const tableDocument = documentFields.extend({ datasetUid: z.string(), table: tableDescription });

export const checkDocument = documentFields.extend({ datasetUid: z.string(), check: dataCheck });

/** Saved charts of a dataset; the id is the dataset's uid. */
const dashboardDocument = documentFields.extend({ charts: z.array(savedChart) });

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
  modelNameReservations: defineCollection("modelNameReservations", modelNameReservationDocument, {
    name: { fields: ["dataset", "name"], unique: true },
  }),
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
