import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useCallback } from "react";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";

/** Returns the figure that is expected of a model which an automatic training chose among several; null for others. */
export function useExpectedMetric({ id, dataset_id: datasetId }: Pick<ModelAnswer, "id" | "dataset_id">): AutoModelAnswer["expected"] {
  const api = useApi();
  const { data = null } = useApiQuery(QUERY_KEYS.automaticTrainings(datasetId), (signal) => api.autoModels(datasetId, signal), {
    select: useCallback((trainings: AutoModelAnswer[]) => trainings.find(({ model_id }) => model_id === id)?.expected ?? null, [id]),
  });
  return data;
}
