import type { HeldOutPredictions, ModelGraph, ModelInfo } from "../model-info.js";
import type {
  CloneRequest,
  ClusterDensityAnswer,
  CreateModelRequest,
  ManagedModelAnswer,
  ModelAnswer,
  ModelApiAnswer,
  ModelColumnsAnswer,
  ModelStudioAnswer,
  SaveGroupsRequest,
} from "../wire/index.js";
import { type Calls, datasetPath, modelPath } from "./calls.js";
import type { UpdateMultiAnswer, UpdateMultiRequest, UploadAnswer } from "./shapes.js";

export const modelCalls = ({ ask, list, send }: Calls) => ({
  /** Of all datasets that one may see. */
  allModels: () => list<ModelAnswer>("/agatha/find_model_list/"),
  models: (datasetId: string) => list<ModelAnswer>(`${datasetPath(datasetId)}/models/`),
  model: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelAnswer>(`${modelPath(datasetId, id)}/`, { signal }),
  createModel: (datasetId: string, request: CreateModelRequest) =>
    ask<{ id: string }>(`${datasetPath(datasetId)}/models/`, { method: "POST", body: request }),
  /** Trains the same recipe again, on the same dataset or another one. */
  cloneModel: (datasetId: string, id: string, request: CloneRequest = {}) =>
    ask<{ id: string }>(`${modelPath(datasetId, id)}/clone/`, { method: "POST", body: request }),
  renameModel: (datasetId: string, id: string, name: string) =>
    ask<ModelAnswer>(`${modelPath(datasetId, id)}/`, { method: "PATCH", body: { name } }),
  /** Ends a training; it then has failed for the reason Cancelled. */
  cancelModel: (datasetId: string, id: string) => ask<ModelAnswer>(`${modelPath(datasetId, id)}/cancel`, { method: "POST" }),
  deleteModel: (datasetId: string, id: string) => send(`${modelPath(datasetId, id)}/`, { method: "DELETE" }),
  /** Within a day of its deletion. */
  restoreModel: (datasetId: string, id: string) => ask<ModelAnswer>(`${modelPath(datasetId, id)}/restore/`, { method: "POST" }),
  /** The rows with their group as a new dataset. */
  saveGroups: (datasetId: string, id: string, request: SaveGroupsRequest) =>
    ask<UploadAnswer>(`${modelPath(datasetId, id)}/save_to_tukey/`, { method: "POST", body: request }),
});

/** What a trained model tells. */
export const modelResultCalls = ({ ask, list, open }: Calls) => ({
  modelInfo: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelInfo>(`${modelPath(datasetId, id)}/info/`, { signal }),
  modelGraph: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelGraph>(`${modelPath(datasetId, id)}/graph/`, { signal }),
  modelColumns: (datasetId: string, id: string, signal?: AbortSignal) =>
    list<ModelColumnsAnswer["data"][number]>(`${modelPath(datasetId, id)}/columns/`, { signal }),
  heldOutPredictions: (datasetId: string, id: string, signal?: AbortSignal) =>
    ask<HeldOutPredictions>(`${modelPath(datasetId, id)}/preds/`, { signal }),
  clusterDensity: (datasetId: string, id: string, column?: string, signal?: AbortSignal) =>
    list<ClusterDensityAnswer["data"][number]>(`${modelPath(datasetId, id)}/cluster_density/`, { query: { column }, signal }),
  /** Where the report is, once there is one. */
  modelStudio: (datasetId: string, id: string, signal?: AbortSignal) =>
    ask<ModelStudioAnswer>(`${modelPath(datasetId, id)}/studio/`, { signal }),
  exportModel: (datasetId: string, id: string, format: "onnx" | "model") =>
    open(`${modelPath(datasetId, id)}/export/`, { query: { format } }),
});

export const modelApiCalls = ({ ask, list, send }: Calls) => ({
  modelApi: (datasetId: string, id: string, signal?: AbortSignal) => ask<ModelApiAnswer>(`${modelPath(datasetId, id)}/api/`, { signal }),
  /** A new token; the old one stops at once. */
  rotateToken: (datasetId: string, id: string) => ask<ModelApiAnswer>(`${modelPath(datasetId, id)}/api/`, { method: "POST" }),
  /** The model has no token from then on. */
  revokeToken: (datasetId: string, id: string) => send(`${modelPath(datasetId, id)}/api/`, { method: "DELETE" }),
  /** Everybody's, with how much each API is used. Managers only. */
  managedModels: (signal?: AbortSignal) => list<ManagedModelAnswer>("/manage_agatha/model_list/", { signal }),
  /** Managers only. */
  enableApis: (request: UpdateMultiRequest) =>
    ask<UpdateMultiAnswer>("/agatha/openthirdapi/update_multi/", { method: "PATCH", body: request }),
});
