import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";

/** Queries the datasets whose rows can be predicted, of all products, sorted by name. */
export function useReadyDatasets() {
  const api = useApi();
  return useApiQuery(["datasets", "all"], () => api.datasets(), { select: readyByName });
}

function readyByName(datasets: DatasetAnswer[]): DatasetAnswer[] {
  return datasets.filter(({ status }) => status === "evaluating_finish").toSorted((a, b) => a.name.localeCompare(b.name));
}

export type ReadyDatasets = ReturnType<typeof useReadyDatasets>;
