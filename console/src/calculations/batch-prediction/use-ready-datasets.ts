import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";

/** Queries the datasets whose rows can be predicted, of all products, sorted by name. */
export function useReadyDatasets() {
  const api = useApi();
  const query = useApiQuery(["datasets", "all"], () => api.datasets());
  const data = query.data?.filter(({ status }) => status === "evaluating_finish").toSorted((a, b) => a.name.localeCompare(b.name));
  return { ...query, data };
}

export type ReadyDatasets = ReturnType<typeof useReadyDatasets>;
