import type { ModelAnswer } from "@agatha/contracts/wire";
import { useQueries } from "@tanstack/react-query";
import { useApi } from "../api/context.js";
import { KEYS, useDataset } from "../api/queries.js";
import { type ColumnProblem, mappingProblems } from "./mapping.js";

interface MappingWanted {
  /** Null where there is no dataset with test rows. */
  testDatasetId: string | null;
  models: readonly ModelAnswer[];
  /** The column that marks known anomalies, where one is named. */
  label: string;
}

/**
 * What does not match between a dataset's columns and those that the models learned from, by model. Empty until both are
 * known; time series and models that are still being trained are left to the server.
 */
export function useMapping({ testDatasetId, models, label }: MappingWanted): ReadonlyMap<string, ColumnProblem[]> {
  const api = useApi();
  const dataset = useDataset(testDatasetId);
  const asked = models.filter((model) => testDatasetId !== null && model.status === "success" && !model.has_time_lag);
  const infos = useQueries({
    queries: asked.map((model) => ({
      queryKey: [...KEYS.model(model.id), "info"],
      queryFn: () => api.modelInfo(model.dataset_id, model.id),
    })),
  });
  const columns = testDatasetId === null ? undefined : dataset.data?.columns;
  return new Map(
    asked.flatMap((model, at): [string, ColumnProblem[]][] => {
      const info = infos[at]?.data;
      return info && columns ? [[model.id, mappingProblems(info, columns, label)]] : [];
    }),
  );
}
