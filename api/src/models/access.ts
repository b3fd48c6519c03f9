import { ERRORS, isMarkedDeleted, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleDataset, canAccess } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface ModelInDataset {
  model: Resource<"Model">;
  dataset: Resource<"Dataset">;
}

/**
 * Returns a model and its dataset. Throws NotFound (datasetNotFound, modelNotFound) if one is missing, being deleted or another
 * user's.
 */
export async function accessibleModel(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  datasetId: string,
  modelId: string,
): Promise<ModelInDataset> {
  const dataset = await accessibleDataset(deps, user, datasetId);
  const model = await deps.resources.get("Model", modelId);
  if (!model || isMarkedDeleted(model) || model.spec.datasetRef !== datasetId || !canAccess(user, model)) {
    throw new NotFound(`model ${modelId} is not there`, ERRORS.modelNotFound);
  }
  return { model, dataset };
}

/** Returns a model by its id alone. */
export async function accessibleModelById(deps: Pick<ApiDeps, "resources">, user: User, modelId: string): Promise<ModelInDataset> {
  const model = await deps.resources.get("Model", modelId);
  if (!model || !canAccess(user, model)) throw new NotFound(`model ${modelId} is not there`, ERRORS.modelNotFound);
  return await accessibleModel(deps, user, model.spec.datasetRef, modelId);
}
