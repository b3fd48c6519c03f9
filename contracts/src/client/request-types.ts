/** Types of wire shapes that exist only as schemas. Input types may leave out fields with a default. */
import type { z } from "zod";
import type { SamplingMethod, TextEncoding } from "../kinds/index.js";
import type {
  auditDownloadQuery,
  auditQuery,
  calculationRequest,
  changePasswordRequest,
  companionRequest,
  createEditStepRequest,
  createEditTemplateRequest,
  createEvaluationRequest,
  createUserRequest,
  csrfAnswer,
  datasetPatch,
  editStepPatch,
  emptyTrashQuery,
  evaluationInputFields,
  leakageQuery,
  loginRequest,
  prepareEvaluationInputRequest,
  prepareUploadRequest,
  previewEditStepRequest,
  previewFields,
  recoveryCodes,
  resetPasswordRequest,
  seriesQuery,
  updateEditHistoryApisRequest,
  updateModelApisAnswer,
  updateModelApisRequest,
  updateTeamInfoRequest,
  uploadAnswer,
  uploadFields,
  userIdentity,
} from "../wire/index.js";

export type CsrfAnswer = z.infer<typeof csrfAnswer>;
export type LoginRequest = z.infer<typeof loginRequest>;
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;
export type NewUser = z.input<typeof createUserRequest>;
export type UserIdentity = z.infer<typeof userIdentity>;
export type ApiEnableModeUpdate = z.infer<typeof updateTeamInfoRequest>;

export type DatasetPatch = z.infer<typeof datasetPatch>;
export type PrepareUploadRequest = z.input<typeof prepareUploadRequest>;
export type PreviewFields = z.infer<typeof previewFields>;
export type UploadFields = z.input<typeof uploadFields>;
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export type NewEditStep = z.input<typeof createEditStepRequest>;
export type EditStepReplacement = Pick<z.input<typeof editStepPatch>, "cond" | "spec" | "updated_at">;
export type EditStepToPreview = z.input<typeof previewEditStepRequest>;
export type NewEditTemplate = z.input<typeof createEditTemplateRequest>;
export type UpdateEditHistoryApisRequest = z.infer<typeof updateEditHistoryApisRequest>;

export type CalculationRequest = z.input<typeof calculationRequest>;
export type NewEvaluation = z.input<typeof createEvaluationRequest>;
export type PrepareEvaluationInputRequest = z.infer<typeof prepareEvaluationInputRequest>;
export type EvaluationInputFields = z.infer<typeof evaluationInputFields>;
export type UpdateModelApisRequest = z.input<typeof updateModelApisRequest>;
export type UpdateModelApisAnswer = z.infer<typeof updateModelApisAnswer>;

export type EmptyTrashQuery = z.input<typeof emptyTrashQuery>;
export type CompanionRequest = z.infer<typeof companionRequest>;
export type AuditQueryInput = Partial<z.output<typeof auditQuery>>;
export type AuditDownloadInput = Partial<z.output<typeof auditDownloadQuery>>;

/** Whether to apply the enabled entries of the edit history first. */
interface EditHistoryQuery {
  use_ext_data?: boolean;
}
export interface RowsQuery extends EditHistoryQuery {
  start?: number;
  limit?: number;
  sampling?: SamplingMethod;
}
export type LeakageQuery = Omit<z.input<typeof leakageQuery>, "use_ext_data"> & EditHistoryQuery;

export type SeriesQuery = Omit<z.input<typeof seriesQuery>, "use_ext_data"> & EditHistoryQuery;

export interface FileQuery {
  encoding?: TextEncoding;
}
export interface TableFileQuery extends FileQuery, EditHistoryQuery {
  sampling?: SamplingMethod;
}
/**
 * Outlier detection: computes the figures for this limit on the share of unlabeled rows that are flagged. Without it, the limit
 * is that of the training.
 */
export interface MaxFprQuery {
  max_fpr?: number;
}
