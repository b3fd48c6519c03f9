import type { ModelGraph, ModelInfo, PredictionResult, ProductType, SamplingMethod } from "@agatha/contracts";
import type {
  CalculationAnswer,
  CreateModelRequest,
  DataCheckAnswer,
  DatasetAnswer,
  LeakageAnswer,
  ModelAnswer,
  ModelApiAnswer,
  RowsAnswer,
  UserAnswer,
} from "@agatha/contracts/wire";
import type { Answer, Call, Connection } from "./connection.js";
import type { CalculationRequest, DatasetPatch, LoginRequest, UpdateMultiAnswer, UpdateMultiRequest } from "./shapes.js";

export interface RowsWanted {
  start?: number;
  limit?: number;
  sampling?: SamplingMethod;
}

/** The calls of the wire contract, typed. Each throws ApiError. */
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient({ send }: Connection) {
  const ask = async <T>(path: string, call?: Call): Promise<T> => (await send(path, call)).json as T;
  const list = async <T>(path: string, query?: Call["query"]): Promise<T[]> => (await ask<{ data: T[] }>(path, { query })).data;
  const dataset = (id: string) => `/agatha/datasets/${encodeURIComponent(id)}`;
  const model = (datasetId: string, id: string) => `${dataset(datasetId)}/models/${encodeURIComponent(id)}`;

  return {
    login: (credentials: LoginRequest) => ask<UserAnswer>("/accounts/login", { method: "POST", body: credentials }),
    logout: () => send("/accounts/logout", { method: "POST" }),
    user: (signal?: AbortSignal) => ask<UserAnswer>("/agatha/user/", { signal }),

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
