import type { AutoModelAnswer, CreateAutoModelRequest } from "../wire/index.js";
import { type Calls, datasetPath, part } from "./calls.js";

const autoModelPath = (datasetId: string, id: string): string => datasetPath(datasetId) + part("automodels", id);

/** Automatic training: batches of models. */
export const autoModelCalls = ({ ask, list, send }: Calls) => ({
  autoModels: (datasetId: string, signal?: AbortSignal) => list<AutoModelAnswer>(`${datasetPath(datasetId)}/automodels/`, { signal }),
  createAutoModel: (datasetId: string, request: CreateAutoModelRequest) =>
    ask<{ id: string }>(`${datasetPath(datasetId)}/automodels/`, { method: "POST", body: request }),
  autoModel: (datasetId: string, id: string, signal?: AbortSignal) => ask<AutoModelAnswer>(`${autoModelPath(datasetId, id)}/`, { signal }),
  /** Ends what is still trained; what is finished counts. */
  cancelAutoModel: (datasetId: string, id: string) =>
    ask<AutoModelAnswer>(`${autoModelPath(datasetId, id)}/`, { method: "PATCH", body: { cancelled: true } }),
  /** Its models go with it. */
  deleteAutoModel: (datasetId: string, id: string) => send(`${autoModelPath(datasetId, id)}/`, { method: "DELETE" }),
});
