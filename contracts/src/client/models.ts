import type { ModelGraph, ModelInfo } from "../results/model-info.js";
import type { HeldOutPredictions } from "../results/prediction-result.js";
import type {
  CloneRequest,
  ClusterDensityAnswer,
  CreateModelRequest,
  ManagedModelAnswer,
  ModelAnswer,
  ModelApiAnswer,
  ModelColumnsAnswer,
  ModelPatch,
  ModelStudioAnswer,
  SaveClusterLabelsRequest,
} from "../wire/index.js";
import { datasetPath, type JsonClient, modelPath } from "./json-client.js";
import type { UpdateModelApisAnswer, UpdateModelApisRequest, UploadAnswer } from "./request-types.js";

/** Calls about models and their trainings. */
export const modelCalls = ({ fetchJson, list, send }: JsonClient) => ({
  /** Lists the models of all datasets that the caller may see. */
  allModels: () => list<ModelAnswer>("/agatha/find_model_list/"),
  /** `related` also lists models of other datasets with the same origin. */
  models: (datasetId: string, { related }: { related?: true } = {}) =>
    list<ModelAnswer>(`${datasetPath(datasetId)}/models/`, { query: { related } }),
  model: (datasetId: string, id: string, signal?: AbortSignal) => fetchJson<ModelAnswer>(`${modelPath(datasetId, id)}/`, { signal }),
  createModel: (datasetId: string, request: CreateModelRequest) =>
    fetchJson<{ id: string }>(`${datasetPath(datasetId)}/models/`, { method: "POST", body: request }),
  /** Trains the same recipe again, on the same dataset or on another. */
  cloneModel: (datasetId: string, id: string, request: CloneRequest = {}) =>
    fetchJson<{ id: string }>(`${modelPath(datasetId, id)}/clone/`, { method: "POST", body: request }),
  /** Changes the title, the name, or how classes are decided. */
  changeModel: (datasetId: string, id: string, changes: ModelPatch) =>
    fetchJson<ModelAnswer>(`${modelPath(datasetId, id)}/`, { method: "PATCH", body: changes }),
  /** Cancels a training. Its status becomes fitting_fail with the reason Cancelled. */
  cancelModel: (datasetId: string, id: string) => fetchJson<ModelAnswer>(`${modelPath(datasetId, id)}/cancel`, { method: "POST" }),
  deleteModel: (datasetId: string, id: string) => send(`${modelPath(datasetId, id)}/`, { method: "DELETE" }),
  /** Works within a day after the deletion. */
  restoreModel: (datasetId: string, id: string) => fetchJson<ModelAnswer>(`${modelPath(datasetId, id)}/restore/`, { method: "POST" }),
  /** Saves the rows with their cluster as a new dataset. */
  saveGroups: (datasetId: string, id: string, request: SaveClusterLabelsRequest) =>
    fetchJson<UploadAnswer>(`${modelPath(datasetId, id)}/save_to_tukey/`, { method: "POST", body: request }),
});

/** Calls for the results of a trained model. */
export const modelResultCalls = ({ fetchJson, list, open }: JsonClient) => ({
  modelInfo: (datasetId: string, id: string, signal?: AbortSignal) => fetchJson<ModelInfo>(`${modelPath(datasetId, id)}/info/`, { signal }),
  modelGraph: (datasetId: string, id: string, signal?: AbortSignal) =>
    fetchJson<ModelGraph>(`${modelPath(datasetId, id)}/graph/`, { signal }),
  modelColumns: (datasetId: string, id: string, signal?: AbortSignal) =>
    list<ModelColumnsAnswer["data"][number]>(`${modelPath(datasetId, id)}/columns/`, { signal }),
  heldOutPredictions: (datasetId: string, id: string, signal?: AbortSignal) =>
    fetchJson<HeldOutPredictions>(`${modelPath(datasetId, id)}/preds/`, { signal }),
  clusterDensity: (datasetId: string, id: string, column?: string, signal?: AbortSignal) =>
    list<ClusterDensityAnswer["data"][number]>(`${modelPath(datasetId, id)}/cluster_density/`, { query: { column }, signal }),
  /** Location of the report, once it exists. */
  modelStudio: (datasetId: string, id: string, signal?: AbortSignal) =>
    fetchJson<ModelStudioAnswer>(`${modelPath(datasetId, id)}/studio/`, { signal }),
  /** tfjs is a ZIP archive of a TensorFlow.js layers model; only a model of one DNN or AENN has it. */
  exportModel: (datasetId: string, id: string, format: "onnx" | "tfjs") =>
    open(`${modelPath(datasetId, id)}/export/`, { query: { format } }),
});

/** Calls about the open APIs of models and their tokens. */
export const modelApiCalls = ({ fetchJson, list, send }: JsonClient) => ({
  modelApi: (datasetId: string, id: string, signal?: AbortSignal) =>
    fetchJson<ModelApiAnswer>(`${modelPath(datasetId, id)}/api/`, { signal }),
  /** Creates a new token. The old token stops working at once. */
  rotateToken: (datasetId: string, id: string) => fetchJson<ModelApiAnswer>(`${modelPath(datasetId, id)}/api/`, { method: "POST" }),
  /** Removes the model's token. */
  revokeToken: (datasetId: string, id: string) => send(`${modelPath(datasetId, id)}/api/`, { method: "DELETE" }),
  /** Lists the models of all users, with the usage of each API. Managers only. */
  managedModels: (signal?: AbortSignal) => list<ManagedModelAnswer>("/manage_agatha/model_list/", { signal }),
  /** Managers only. */
  enableApis: (request: UpdateModelApisRequest) =>
    fetchJson<UpdateModelApisAnswer>("/agatha/openthirdapi/update_multi/", { method: "PATCH", body: request }),
});
