import type { EditStepSpec, ModelInfo } from "@agatha/contracts";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { replaceEqualDeep } from "@tanstack/react-query";
import { useDataset, useEditHistoryEntries } from "../../api/queries.js";
import { enabledSteps } from "../../step-columns/enabled-steps.js";

type Trained = Pick<ModelAnswer, "dataset_id" | "use_extraction">;

/** Returns whether the dataset shows the rows that the model learned from, so that their numbers are still the same. */
export function useTrainingRowsShown(model: Trained, info: Pick<ModelInfo, "record">): boolean {
  const dataset = useDataset(model.dataset_id).data;
  const history = useEditHistoryEntries(model.use_extraction ? model.dataset_id : null);
  return dataset !== undefined && areTrainingRowsShown(model, info, { dataset, steps: history.data && enabledSteps(history.data) });
}

interface Present {
  dataset: Pick<DatasetAnswer, "table_sha256" | "sampling" | "timezone">;
  /** Undefined until they are known. */
  steps: EditStepSpec[] | undefined;
}

/**
 * A table that is read anew with the same rows, as after a label or a hidden column, has the same digest. Edit steps depend on the
 * time zone too. The model of a time series learns from all rows, also where the dataset shows a sample.
 */
export function areTrainingRowsShown(model: Trained, { record }: Pick<ModelInfo, "record">, { dataset, steps }: Present): boolean {
  const isSameTable = record !== undefined && record.table_sha256 === dataset.table_sha256;
  if (!isSameTable || record.sampling !== dataset.sampling) return false;
  if (!model.use_extraction) return true;
  const learned = record.recipe.extraction;
  return learned !== undefined && record.timezone === dataset.timezone && replaceEqualDeep(learned, steps) === learned;
}
