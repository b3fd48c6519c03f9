import { ERRORS, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleDataset, canAccess } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface AutoModelInDataset {
  autoModel: Resource<"AutoModel">;
  dataset: Resource<"Dataset">;
}

/** Returns a batch. Throws NotFound (autoModelNotFound) if it is missing, being deleted or another user's. */
export async function accessibleAutoModel(deps: Pick<ApiDeps, "resources">, user: User, batchId: string): Promise<AutoModelInDataset> {
  const autoModel = await deps.resources.get("AutoModel", batchId);
  if (!autoModel || autoModel.metadata.deletionTimestamp || !canAccess(user, autoModel)) throw autoModelNotFound(batchId);
  return { autoModel, dataset: await accessibleDataset(deps, user, autoModel.spec.datasetRef) };
}

/** Returns the batch of a named dataset (errors: datasetNotFound, autoModelNotFound). */
export async function accessibleAutoModelInDataset(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  datasetId: string,
  batchId: string,
): Promise<AutoModelInDataset> {
  await accessibleDataset(deps, user, datasetId);
  const found = await accessibleAutoModel(deps, user, batchId);
  if (found.autoModel.spec.datasetRef !== datasetId) throw autoModelNotFound(batchId);
  return found;
}

function autoModelNotFound(batchId: string): NotFound {
  return new NotFound(`automatic training ${batchId} is not there`, ERRORS.autoModelNotFound);
}
