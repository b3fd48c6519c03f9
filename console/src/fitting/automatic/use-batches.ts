import { useMemo } from "react";
import { useApi } from "../../api/context.js";
import { INTERVALS } from "../../api/intervals.js";
import { KEYS } from "../../api/keys.js";
import { useAsk } from "../../api/use-ask.js";
import { useHiddenIds } from "../../notifications/recoverable-deletes.js";
import { isRunning } from "./course.js";

/** The automatic trainings of a dataset but for those just deleted, the newest first; asked again while one of them runs. */
export function useBatches(datasetId: string) {
  const api = useApi();
  const hidden = useHiddenIds("automodels");
  const asked = useAsk(KEYS.autoModels(datasetId), (signal) => api.autoModels(datasetId, signal), {
    again: (batches) => (batches?.some(isRunning) ? INTERVALS.job : false),
  });
  const data = useMemo(() => asked.data?.filter(({ id }) => !hidden.has(id)).reverse(), [asked.data, hidden]);
  return { ...asked, data };
}

/** One of them, asked again until it has ended. */
export function useBatch(datasetId: string, id: string) {
  const api = useApi();
  return useAsk(KEYS.autoModel(datasetId, id), (signal) => api.autoModel(datasetId, id, signal), {
    again: (batch) => (batch && isRunning(batch) ? INTERVALS.job : false),
  });
}
