import type { AutoModelAnswer, CreateAutoModelRequest } from "../wire/index.js";
import { datasetPath, type JsonClient, pathSegment } from "./json-client.js";

const autoModelPath = (datasetId: string, id: string): string => datasetPath(datasetId) + pathSegment("automodels", id);

/** Calls for automatic training. */
export const autoModelCalls = ({ fetchJson, list, send }: JsonClient) => ({
  /** Lists those of all datasets that the caller may see. */
  allAutoModels: () => fetchJson<AutoModelAnswer[]>("/rest/automodels"),
  autoModels: (datasetId: string, signal?: AbortSignal) => list<AutoModelAnswer>(`${datasetPath(datasetId)}/automodels/`, { signal }),
  createAutoModel: (datasetId: string, request: CreateAutoModelRequest) =>
    fetchJson<{ id: string }>(`${datasetPath(datasetId)}/automodels/`, { method: "POST", body: request }),
  autoModel: (datasetId: string, id: string, signal?: AbortSignal) =>
    fetchJson<AutoModelAnswer>(`${autoModelPath(datasetId, id)}/`, { signal }),
  /** Cancels the models still in training. Finished models count. */
  cancelAutoModel: (datasetId: string, id: string) =>
    fetchJson<AutoModelAnswer>(`${autoModelPath(datasetId, id)}/`, { method: "PATCH", body: { cancelled: true } }),
  /** Deletes the automatic training and its models. */
  deleteAutoModel: (datasetId: string, id: string) => send(`${autoModelPath(datasetId, id)}/`, { method: "DELETE" }),
  /** Works within a day after the deletion. */
  restoreAutoModel: (datasetId: string, id: string) =>
    fetchJson<AutoModelAnswer>(`${autoModelPath(datasetId, id)}/restore/`, { method: "POST" }),
});
