import type { ModelAnswer } from "@agatha/contracts/wire";
import { useDataset } from "../../../api/queries.js";
import { useModelInfos } from "../../../api/use-model-infos.js";
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
  const dataset = useDataset(inputDatasetId);
  const asked = models.filter((model) => inputDatasetId !== null && model.status === "success" && !model.has_time_lag);
  const infos = useModelInfos(asked);
  const columns = inputDatasetId === null ? undefined : dataset.data?.columns;
  return new Map(
    [...infos].flatMap(([id, info]): [string, ColumnMismatch[]][] => (columns ? [[id, columnMismatches(info, columns, label)]] : [])),
  );
}
