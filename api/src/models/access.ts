import { ERRORS, isMarkedDeleted, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleDataset, canAccess } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface ModelInDataset {
  model: Resource<"Model">;
  dataset: Resource<"Dataset">;
}

/** Throws NotFound (datasetNotFound, modelNotFound) alike for what is not there, is being deleted, or is somebody else's. */
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

/** The same for a model whose dataset is not named. */
export async function accessibleModelById(deps: Pick<ApiDeps, "resources">, user: User, modelId: string): Promise<ModelInDataset> {
  const model = await deps.resources.get("Model", modelId);
  if (!model || !canAccess(user, model)) throw new NotFound(`model ${modelId} is not there`, ERRORS.modelNotFound);
  return await accessibleModel(deps, user, model.spec.datasetRef, modelId);
}
