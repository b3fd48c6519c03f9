import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useMemo } from "react";
import { useHiddenIds } from "../notifications/recoverable-deletes.js";
import { useApi, useServices } from "./context.js";
import { INTERVALS } from "./intervals.js";
import { KEYS } from "./keys.js";
import { useAsk } from "./use-ask.js";

export { KEYS };

export function isDatasetBusy({ status }: Pick<DatasetAnswer, "status">): boolean {
  return !status.endsWith("_fail") && status !== "evaluating_finish";
}

export function isModelBusy({ status }: Pick<ModelAnswer, "status">): boolean {
  return status === "init" || status === "fitting";
}

/** Who is logged in. Not asked while nobody is. */
export function useUser() {
  const { api, signedIn } = useServices();
  return useAsk(KEYS.user, (signal) => api.user(signal), { enabled: signedIn.get() });
}

/** A dataset, asked again until it is ready or has failed. */
export function useDataset(id: string | null) {
  const api = useApi();
  return useAsk(KEYS.dataset(id ?? ""), (signal) => api.dataset(id ?? "", signal), {
    enabled: id !== null,
    again: (dataset) => (dataset && isDatasetBusy(dataset) ? INTERVALS.dataset : false),
  });
}

/** The data check of a dataset, asked again until it is done. */
export function useDataCheck(id: string) {
  const api = useApi();
  return useAsk(KEYS.dataCheck(id), (signal) => api.dataCheck(id, signal), {
    again: (check) => (check?.status === "init" ? INTERVALS.dataset : false),
  });
}

/** The models of a dataset but for those just deleted, asked again while one of them is being trained. */
export function useModels(datasetId: string) {
  const api = useApi();
  const hidden = useHiddenIds("models");
  const asked = useAsk(KEYS.models(datasetId), () => api.models(datasetId), {
    again: (models) => (models?.some(isModelBusy) ? INTERVALS.model : false),
  });
  const data = useMemo(() => asked.data?.filter(({ id }) => !hidden.has(id)), [asked.data, hidden]);
  return { ...asked, data };
}
