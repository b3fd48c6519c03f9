import type { TextEncoding } from "../kinds/index.js";
import type { PredictionResult } from "../results/prediction-result.js";
import type { CalculationAnswer, ListedCalculation, ResponseCurvesAnswer, ResponseCurvesRequest } from "../wire/index.js";
import { type JsonClient, modelPath, pathSegment } from "./json-client.js";
import type { CalculationRequest } from "./request-types.js";

const calculationPath = (datasetId: string, modelId: string, id: string): string =>
  modelPath(datasetId, modelId) + pathSegment("calcs", id);

/** Calls for calculations of a model: what-ifs, batch predictions, and optimizations. */
export const calculationCalls = ({ fetchJson, list, send, open }: JsonClient) => ({
  calculate: (datasetId: string, modelId: string, request: CalculationRequest, signal?: AbortSignal) =>
    fetchJson<CalculationAnswer>(`${modelPath(datasetId, modelId)}/calcs/`, { method: "POST", body: request, signal }),
  whatIf: (datasetId: string, modelId: string, data: Extract<CalculationRequest, { type: "whatif" }>["data"], signal?: AbortSignal) =>
    fetchJson<CalculationAnswer & { result: PredictionResult | null }>(`${modelPath(datasetId, modelId)}/calcs/`, {
      method: "POST",
      body: { type: "whatif", data },
      signal,
    }),
  /** Predictions for a record in which one input at a time takes the values of its training range. */
  responseCurves: (datasetId: string, modelId: string, request: ResponseCurvesRequest, signal?: AbortSignal) =>
    fetchJson<ResponseCurvesAnswer>(`${modelPath(datasetId, modelId)}/response_curves/`, { method: "POST", body: request, signal }),
  /** Lists those of all models that the caller may see, without results. */
  allCalculations: () => fetchJson<ListedCalculation[]>("/rest/calculations"),
  /** Newest first, without results. */
  calculations: (datasetId: string, modelId: string, signal?: AbortSignal) =>
    list<ListedCalculation>(`${modelPath(datasetId, modelId)}/calcs/`, { signal }),
  calculation: (datasetId: string, modelId: string, id: string, signal?: AbortSignal) =>
    fetchJson<CalculationAnswer>(`${calculationPath(datasetId, modelId, id)}/`, { signal }),
  /** Cancels a running calculation. */
  deleteCalculation: (datasetId: string, modelId: string, id: string) =>
    send(`${calculationPath(datasetId, modelId, id)}/`, { method: "DELETE" }),
  /** Rows of a batch prediction as gzipped CSV. */
  downloadBatch: (
    datasetId: string,
    modelId: string,
    id: string,
    { encoding, signal }: { encoding?: TextEncoding | undefined; signal?: AbortSignal } = {},
  ) => open(`${calculationPath(datasetId, modelId, id)}/download_gzip/`, { query: { encoding }, signal }),
});
