import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useWithoutDeleted } from "../notifications/undoable-deletes.js";
import { QUERY_KEYS } from "./query-keys.js";
import { useApi, useServices } from "./services.js";
import { POLL_INTERVALS } from "./timings.js";
import { useApiQuery } from "./use-api-query.js";

/** Returns true until the dataset is read and checked, or either has failed. */
export function isDatasetBusy({ status }: Pick<DatasetAnswer, "status">): boolean {
  return !status.endsWith("_fail") && status !== "evaluating_finish";
}

/** Returns true until the training has ended. */
export function isModelBusy({ status }: Pick<ModelAnswer, "status">): boolean {
  return status === "init" || status === "fitting";
}

/** Queries the logged-in user. Disabled while nobody is logged in. */
export function useUser() {
  const { api, sessionMarker } = useServices();
  return useApiQuery(QUERY_KEYS.user, (signal) => api.user(signal), { enabled: sessionMarker.isPresent() });
}

/** Polls a dataset until it is ready or has failed. */
export function useDataset(id: string | null) {
  const api = useApi();
  return useApiQuery(QUERY_KEYS.dataset(id ?? ""), (signal) => api.dataset(id ?? "", signal), {
    enabled: id !== null,
    refetchInterval: (dataset) => (dataset && isDatasetBusy(dataset) ? POLL_INTERVALS.dataset : false),
  });
}

/** Queries the entries of a dataset's edit history, also those that are not enabled. */
export function useEditHistoryEntries(datasetId: string | null) {
  const api = useApi();
  return useApiQuery(QUERY_KEYS.editHistory(datasetId ?? ""), (signal) => api.extractions(datasetId ?? "", signal), {
    enabled: datasetId !== null,
  });
}

/** Polls the data check of a dataset until it is done. */
export function useDataCheck(id: string) {
  const api = useApi();
  return useApiQuery(QUERY_KEYS.dataCheck(id), (signal) => api.dataCheck(id, signal), {
    refetchInterval: (check) => (check?.status === "init" ? POLL_INTERVALS.dataset : false),
  });
}

/** Queries the models of a dataset without those just deleted. Polls while one of them is being trained. */
export function useModels(datasetId: string) {
  return useModelList(datasetId, {});
}

/** Queries also the models of other datasets with the same origin: the ones that were trained again, and the trainings of them. */
export function useRelatedModels(datasetId: string) {
  return useModelList(datasetId, { related: true });
}

function useModelList(datasetId: string, wanted: { related?: true }) {
  const api = useApi();
  const withoutDeleted = useWithoutDeleted("models");
  return useApiQuery([...QUERY_KEYS.models(datasetId), ...Object.keys(wanted)], () => api.models(datasetId, wanted), {
    refetchInterval: (models) => (models?.some(isModelBusy) ? POLL_INTERVALS.model : false),
    select: withoutDeleted<ModelAnswer>,
  });
}
