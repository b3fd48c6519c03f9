import { ERRORS, effectiveSampling, InvalidInput, type ModelInfo, type SamplingMethod } from "@agatha/contracts";
import type { EditSteps } from "@agatha/trainer/serving";
import { parsedTable } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { loadSnapshot } from "../edit-history/step-snapshots.js";
import type { ModelInDataset } from "./access.js";

export interface TrainingRows {
  /** Key of the dataset's table. */
  key: string;
  sampling: SamplingMethod;
  edits: EditSteps | undefined;
}

/**
 * Returns where the rows are that a model without a time series learned from. Throws InvalidInput (dataChanged) if the dataset has other
 * rows than at the training.
 */
export async function trainingRows(
  deps: Pick<ApiDeps, "documents" | "objects">,
  found: ModelInDataset,
  record: ModelInfo["record"],
): Promise<TrainingRows> {
  const { dataset, model } = found;
  const table = parsedTable(dataset);
  if (!table) throw dataChanged("The dataset is being read anew: wait until its status is evaluating_finish");
  const sampling = effectiveSampling(dataset.spec, dataset.status?.totalRows ?? 0);
  const learned = model.status?.datasetFingerprint;
  const isSameTable = learned === undefined ? record === undefined : table.fingerprint === learned;
  if (!isSameTable && !makesSameRows(found, { sha256: table.sha256, sampling }, record))
    throw dataChanged("The dataset has other rows than those that the model learned from: train the model again");
  const { extraction } = model.spec;
  return { key: table.key, sampling, edits: extraction === undefined ? undefined : await loadSnapshot(deps, dataset, extraction) };
}

/** A table that is read anew with the same rows, as after a label, has the same digest. Edit steps depend on the time zone too. */
function makesSameRows(
  { dataset, model }: ModelInDataset,
  { sha256, sampling }: { sha256: string; sampling: SamplingMethod },
  record: ModelInfo["record"],
): boolean {
  if (record?.table_sha256 !== sha256 || record.sampling !== sampling) return false;
  return model.spec.extraction === undefined || record.timezone === dataset.spec.timezone;
}

const dataChanged = (message: string): InvalidInput => new InvalidInput(ERRORS.dataChanged, { path: "", message });
