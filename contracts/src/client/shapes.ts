/** Shapes on the wire that are declared as schemas only; inferred here, for types alone. What is sent may leave out what has a default. */

import type { z } from "zod";
import type { SamplingMethod, TextEncoding } from "../kinds/index.js";
import type {
  auditQuery,
  calculationRequest,
  changePasswordRequest,
  companionRequest,
  createEvaluationRequest,
  createExtractionRequest,
  createTemplateRequest,
  createUserRequest,
  csrfAnswer,
  datasetPatch,
  leakageQuery,
  loginRequest,
  prepareTestDataRequest,
  prepareUploadRequest,
  resetPasswordRequest,
  testDataFields,
  updateExtractionApisRequest,
  updateMultiAnswer,
  updateMultiRequest,
  updateTeamInfoRequest,
  uploadAnswer,
  uploadFields,
  userIdentity,
} from "../wire/index.js";

export type CsrfAnswer = z.infer<typeof csrfAnswer>;
export type LoginRequest = z.infer<typeof loginRequest>;
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;
export type NewUser = z.input<typeof createUserRequest>;
export type UserIdentity = z.infer<typeof userIdentity>;
export type TeamInfo = z.infer<typeof updateTeamInfoRequest>;

export type DatasetPatch = z.infer<typeof datasetPatch>;
export type PrepareUploadRequest = z.input<typeof prepareUploadRequest>;
export type UploadFields = z.input<typeof uploadFields>;
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export type NewExtraction = z.input<typeof createExtractionRequest>;
export type NewTemplate = z.input<typeof createTemplateRequest>;
export type UpdateExtractionApisRequest = z.infer<typeof updateExtractionApisRequest>;

export type CalculationRequest = z.input<typeof calculationRequest>;
export type NewEvaluation = z.input<typeof createEvaluationRequest>;
export type PrepareTestDataRequest = z.infer<typeof prepareTestDataRequest>;
export type TestDataFields = z.infer<typeof testDataFields>;
export type UpdateMultiRequest = z.infer<typeof updateMultiRequest>;
export type UpdateMultiAnswer = z.infer<typeof updateMultiAnswer>;

export type CompanionRequest = z.infer<typeof companionRequest>;
export type AuditWanted = Partial<z.output<typeof auditQuery>>;

/** Whether the enabled entries of the edit history are carried out first. */
interface Extracted {
  use_ext_data?: boolean;
}
export interface RowsWanted extends Extracted {
  start?: number;
  limit?: number;
  sampling?: SamplingMethod;
}
export type LeakageWanted = Omit<z.input<typeof leakageQuery>, "use_ext_data"> & Extracted;

export interface FileWanted {
  encoding?: TextEncoding;
}
export interface TableFileWanted extends FileWanted, Extracted {
  sampling?: SamplingMethod;
}
/** Outlier detection: figures for this limit on the share of unlabeled rows that are flagged; as trained when left out. */
export interface LimitWanted {
  max_fpr?: number;
}
