import { NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleDataset, mayUse } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface BatchInDataset {
  batch: Resource<"AutoModel">;
  dataset: Resource<"Dataset">;
}

/** Throws NotFound (010801) alike for what is not there, is being deleted, or is somebody else's. */
export async function accessibleBatch(deps: Pick<ApiDeps, "resources">, user: User, batchId: string): Promise<BatchInDataset> {
  const batch = await deps.resources.get("AutoModel", batchId);
  if (!batch || batch.metadata.deletionTimestamp || !mayUse(user, batch)) throw absent(batchId);
  return { batch, dataset: await accessibleDataset(deps, user, batch.spec.datasetRef) };
}

/** The same for one whose dataset is named (010401, 010801). */
export async function accessibleBatchOf(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  datasetId: string,
  batchId: string,
): Promise<BatchInDataset> {
  await accessibleDataset(deps, user, datasetId);
  const found = await accessibleBatch(deps, user, batchId);
  if (found.batch.spec.datasetRef !== datasetId) throw absent(batchId);
  return found;
}

function absent(batchId: string): NotFound {
  return new NotFound(`automatic training ${batchId} is not there`, "010801");
}
