import type { ModelAnswer } from "@agatha/contracts/wire";
import { useQueries } from "@tanstack/react-query";
import { useDataset } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { type ColumnMismatch, columnMismatches } from "./column-mismatches.js";

interface MismatchQuery {
  /** Null if no dataset supplies the test rows. */
  inputDatasetId: string | null;
  models: readonly ModelAnswer[];
  /** Column that marks known anomalies, if one is named. */
  label: string;
}

/**
 * Mismatches between a dataset's columns and the models' inputs, by model. Empty until both are known. Time series and models in
 * training are left to the server.
 */
export function useColumnMismatches({ inputDatasetId, models, label }: MismatchQuery): ReadonlyMap<string, ColumnMismatch[]> {
  const api = useApi();
  const dataset = useDataset(inputDatasetId);
  const asked = models.filter((model) => inputDatasetId !== null && model.status === "success" && !model.has_time_lag);
  const infos = useQueries({
    queries: asked.map((model) => ({
      queryKey: [...QUERY_KEYS.model(model.id), "info"],
      queryFn: () => api.modelInfo(model.dataset_id, model.id),
    })),
  });
  const columns = inputDatasetId === null ? undefined : dataset.data?.columns;
  return new Map(
    asked.flatMap((model, at): [string, ColumnMismatch[]][] => {
      const info = infos[at]?.data;
      return info && columns ? [[model.id, columnMismatches(info, columns, label)]] : [];
    }),
  );
}
