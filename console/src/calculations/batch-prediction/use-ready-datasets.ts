import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useCallback } from "react";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useWithoutDeleted } from "../../notifications/undoable-deletes.js";

/** Queries the datasets whose rows can be predicted, of all products, sorted by name, without those just deleted. */
export function useReadyDatasets() {
  const api = useApi();
  const withoutDeleted = useWithoutDeleted("datasets");
  return useApiQuery(["datasets", "all"], () => api.datasets(), {
    select: useCallback((datasets: DatasetAnswer[]) => readyByName(withoutDeleted(datasets)), [withoutDeleted]),
  });
}

function readyByName(datasets: DatasetAnswer[]): DatasetAnswer[] {
  return datasets.filter(({ status }) => status === "evaluating_finish").toSorted((a, b) => a.name.localeCompare(b.name));
}

export type ReadyDatasets = ReturnType<typeof useReadyDatasets>;
