import type { EvaluationAnswer, EvaluationByModelAnswer, EvaluationByModelDetail, EvaluationPatch } from "../wire/index.js";
import { datasetPath, type JsonClient, pathSegment } from "./json-client.js";
import type { EvaluationInputFields, FileQuery, MaxFprQuery, NewEvaluation, PrepareEvaluationInputRequest } from "./request-types.js";
import { uploadForm } from "./upload-form.js";

const evaluationPath = (datasetId: string, id: string): string => datasetPath(datasetId) + pathSegment("evaluations", id);

/** Calls for evaluations: comparisons of models on rows that they have not seen. */
export const evaluationCalls = ({ fetchJson, list, send }: JsonClient) => ({
  /** Lists those of all datasets that the caller may see. */
  allEvaluations: () => fetchJson<EvaluationAnswer[]>("/rest/evaluations"),
  evaluations: (datasetId: string, wanted: MaxFprQuery = {}, signal?: AbortSignal) =>
    list<EvaluationAnswer>(`${datasetPath(datasetId)}/evaluations/`, { query: { ...wanted }, signal }),
  createEvaluation: (datasetId: string, request: NewEvaluation) =>
    fetchJson<{ id: string }>(`${datasetPath(datasetId)}/evaluations/`, { method: "POST", body: request }),
  evaluation: (datasetId: string, id: string, wanted: MaxFprQuery = {}, signal?: AbortSignal) =>
    fetchJson<EvaluationAnswer>(`${evaluationPath(datasetId, id)}/`, { query: { ...wanted }, signal }),
  /** Sets other models or another limit. Models that already have results are not evaluated again. */
  changeEvaluation: (datasetId: string, id: string, patch: EvaluationPatch) =>
    fetchJson<EvaluationAnswer>(`${evaluationPath(datasetId, id)}/`, { method: "PUT", body: patch }),
  deleteEvaluation: (datasetId: string, id: string) => send(`${evaluationPath(datasetId, id)}/`, { method: "DELETE" }),
  /** Works within a day after the deletion. */
  restoreEvaluation: (datasetId: string, id: string) =>
    fetchJson<EvaluationAnswer>(`${evaluationPath(datasetId, id)}/restore/`, { method: "POST" }),
  /** Checks the file's name and size before the upload. */
  prepareTestData: (datasetId: string, id: string, request: PrepareEvaluationInputRequest) =>
    fetchJson<{ id: string }>(`${evaluationPath(datasetId, id)}/prepare_upload_data/`, { method: "POST", body: request }),
  uploadTestData: (datasetId: string, id: string, file: File, fields: EvaluationInputFields = {}) =>
    fetchJson<EvaluationAnswer>(`${evaluationPath(datasetId, id)}/upload/`, { method: "POST", body: uploadForm(file, file.name, fields) }),
  startEvaluation: (datasetId: string, id: string) =>
    fetchJson<EvaluationAnswer>(`${evaluationPath(datasetId, id)}/start/`, { method: "POST" }),
});

const byModelPath = (datasetId: string, id: string, modelId: string): string =>
  evaluationPath(datasetId, id) + pathSegment("evaluation_bymodels", modelId);

/** Calls for the results of evaluations. */
export const evaluationResultCalls = ({ fetchJson, list, open }: JsonClient) => ({
  evaluationsByModel: (datasetId: string, id: string, wanted: MaxFprQuery = {}) =>
    list<EvaluationByModelAnswer>(`${evaluationPath(datasetId, id)}/evaluation_bymodels/`, { query: { ...wanted } }),
  /** Includes the model's prediction for each row. */
  evaluationByModel: (datasetId: string, id: string, modelId: string, wanted: MaxFprQuery = {}) =>
    fetchJson<EvaluationByModelDetail>(`${byModelPath(datasetId, id, modelId)}/`, { query: { ...wanted } }),
  /** Test rows with the predictions of all models, as gzipped CSV. */
  downloadEvaluation: (datasetId: string, id: string, wanted: FileQuery & MaxFprQuery = {}) =>
    open(`${evaluationPath(datasetId, id)}/download_gzip/`, { query: { ...wanted } }),
  /** Test rows with the predictions of one model, as gzipped CSV. */
  downloadEvaluationByModel: (datasetId: string, id: string, modelId: string, wanted: FileQuery & MaxFprQuery = {}) =>
    open(`${byModelPath(datasetId, id, modelId)}/download_gzip/`, { query: { ...wanted } }),
});
