import type { ProductType, SamplingMethod, TextEncoding } from "../kinds/index.js";
import type { ModelGraph, ModelInfo, PredictionResult } from "../model-info.js";
import type {
  AutoModelAnswer,
  CalculationAnswer,
  CreateAutoModelRequest,
  CreateModelRequest,
  DataCheckAnswer,
  DatasetAnswer,
  LeakageAnswer,
  ModelAnswer,
  ModelApiAnswer,
  RowsAnswer,
  UserAnswer,
} from "../wire/index.js";
import type { Answer, Call, Connection } from "./connection.js";
import type {
  CalculationRequest,
  DatasetPatch,
  LoginRequest,
  UpdateMultiAnswer,
  UpdateMultiRequest,
  UploadAnswer,
  UploadFields,
} from "./shapes.js";

export interface RowsWanted {
  start?: number;
  limit?: number;
  sampling?: SamplingMethod;
}

/** The calls of the wire contract, typed. Each throws ApiError. */
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient({ send, open }: Connection) {
  const ask = async <T>(path: string, call?: Call): Promise<T> => (await send(path, call)).json as T;
  const list = async <T>(path: string, query?: Call["query"]): Promise<T[]> => (await ask<{ data: T[] }>(path, { query })).data;
  const dataset = (id: string) => `/agatha/datasets/${encodeURIComponent(id)}`;
  const model = (datasetId: string, id: string) => `${dataset(datasetId)}/models/${encodeURIComponent(id)}`;

  return {
    login: (credentials: LoginRequest) => ask<UserAnswer>("/accounts/login", { method: "POST", body: credentials }),
    logout: () => send("/accounts/logout", { method: "POST" }),
    user: (signal?: AbortSignal) => ask<UserAnswer>("/agatha/user/", { signal }),

    /** For programs; a browser that shows how far it is sends the same with `uploadForm`. */
    upload: (file: Blob, name: string, fields: UploadFields = {}) =>
      ask<UploadAnswer>("/agatha/datasets/upload/", { method: "POST", body: uploadForm(file, name, fields) }),
    datasets: (productType?: ProductType) => list<DatasetAnswer>("/agatha/datasets/", { product_type: productType }),
    dataset: (id: string, signal?: AbortSignal) => ask<DatasetAnswer>(`${dataset(id)}/`, { signal }),
    updateDataset: (id: string, patch: DatasetPatch) => ask<DatasetAnswer>(`${dataset(id)}/`, { method: "PATCH", body: patch }),
    deleteDataset: (id: string) => send(`${dataset(id)}/`, { method: "DELETE" }),
    /** Null while the table is being parsed. */
    rows: async (id: string, wanted: RowsWanted, signal?: AbortSignal): Promise<RowsAnswer | null> =>
      readyOrNull<RowsAnswer>(await send(`${dataset(id)}/rows/`, { query: { ...wanted }, signal })),
    dataCheck: (id: string, signal?: AbortSignal) => ask<DataCheckAnswer>(`${dataset(id)}/data_check/`, { signal }),
    leakage: async (id: string, response: string, model_type: "REGRESSION" | "CLASSIFICATION", signal?: AbortSignal) =>
      readyOrNull<LeakageAnswer>(await send(`${dataset(id)}/leakage/`, { query: { response, model_type }, signal })),

    /** Of all datasets that one may see. */
    allModels: () => list<ModelAnswer>("/agatha/find_model_list/"),
    models: (datasetId: string) => list<ModelAnswer>(`${dataset(datasetId)}/models/`),
    model: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelAnswer>(`${model(datasetId, id)}/`, { signal }),
    createModel: (datasetId: string, request: CreateModelRequest) =>
      ask<{ id: string }>(`${dataset(datasetId)}/models/`, { method: "POST", body: request }),
    renameModel: (datasetId: string, id: string, name: string) =>
      ask<ModelAnswer>(`${model(datasetId, id)}/`, { method: "PATCH", body: { name } }),
    /** Ends a training; it then has failed for the reason Cancelled. */
    cancelModel: (datasetId: string, id: string) => ask<ModelAnswer>(`${model(datasetId, id)}/cancel`, { method: "POST" }),
    deleteModel: (datasetId: string, id: string) => send(`${model(datasetId, id)}/`, { method: "DELETE" }),
    modelInfo: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelInfo>(`${model(datasetId, id)}/info/`, { signal }),
    modelGraph: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelGraph>(`${model(datasetId, id)}/graph/`, { signal }),
    modelApi: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelApiAnswer>(`${model(datasetId, id)}/api/`, { signal }),
    /** A new token; the old one stops at once. */
    rotateToken: (datasetId: string, id: string) => ask<ModelApiAnswer>(`${model(datasetId, id)}/api/`, { method: "POST" }),
    /** The model has no token from then on. */
    revokeToken: (datasetId: string, id: string) => send(`${model(datasetId, id)}/api/`, { method: "DELETE" }),
    exportModel: (datasetId: string, id: string, format: "onnx" | "model") =>
      open(`${model(datasetId, id)}/export/`, { query: { format } }),

    createAutoModel: (datasetId: string, request: CreateAutoModelRequest) =>
      ask<{ id: string }>(`${dataset(datasetId)}/automodels/`, { method: "POST", body: request }),
    autoModel: (datasetId: string, id: string, signal?: AbortSignal) =>
      ask<AutoModelAnswer>(`${dataset(datasetId)}/automodels/${encodeURIComponent(id)}/`, { signal }),

    calculate: (datasetId: string, id: string, request: CalculationRequest, signal?: AbortSignal) =>
      ask<CalculationAnswer>(`${model(datasetId, id)}/calcs/`, { method: "POST", body: request, signal }),
    calculation: (datasetId: string, id: string, calculationId: string, signal?: AbortSignal) =>
      ask<CalculationAnswer>(`${model(datasetId, id)}/calcs/${encodeURIComponent(calculationId)}/`, { signal }),
    /** The rows of a batch as gzipped CSV. */
    downloadBatch: (datasetId: string, id: string, calculationId: string, encoding?: TextEncoding) =>
      open(`${model(datasetId, id)}/calcs/${encodeURIComponent(calculationId)}/download_gzip/`, { query: { encoding } }),
    whatIf: (datasetId: string, id: string, data: Extract<CalculationRequest, { type: "whatif" }>["data"], signal?: AbortSignal) =>
      ask<CalculationAnswer & { result: PredictionResult | null }>(`${model(datasetId, id)}/calcs/`, {
        method: "POST",
        body: { type: "whatif", data },
        signal,
      }),

    /** Managers only. */
    enableApis: (request: UpdateMultiRequest) =>
      ask<UpdateMultiAnswer>("/agatha/openthirdapi/update_multi/", { method: "PATCH", body: request }),
  };
}

function readyOrNull<T>({ status, json }: Answer): T | null {
  return status === 202 ? null : (json as T);
}

/** The text fields come before the file: the server wants to know them before the bytes. */
export function uploadForm(file: Blob, name: string, fields: UploadFields): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value);
  form.append("file", file, name);
  return form;
}
