import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useCallback } from "react";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useWithoutDeleted } from "../notifications/undoable-deletes.js";
import { isRunning } from "./training-status.js";

/** Queries the automatic trainings of a dataset, newest first, without those just deleted. Polls while one of them runs. */
export function useAutomaticTrainings(datasetId: string) {
  const api = useApi();
  const withoutDeleted = useWithoutDeleted("automodels");
  return useApiQuery(QUERY_KEYS.automaticTrainings(datasetId), (signal) => api.autoModels(datasetId, signal), {
    refetchInterval: (trainings) => (trainings?.some(isRunning) ? POLL_INTERVALS.runningWork : false),
    select: useCallback((trainings: AutoModelAnswer[]) => withoutDeleted(trainings).reverse(), [withoutDeleted]),
  });
}

/** Polls one automatic training until it has ended. */
export function useAutomaticTraining(datasetId: string, id: string) {
  const api = useApi();
  return useApiQuery(QUERY_KEYS.automaticTraining(datasetId, id), (signal) => api.autoModel(datasetId, id, signal), {
    refetchInterval: (training) => (training && isRunning(training) ? POLL_INTERVALS.runningWork : false),
  });
}
