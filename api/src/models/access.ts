import { ERRORS, isMarkedDeleted, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleDataset, ensureAccess } from "../datasets/access.js";
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
  const notFound = modelNotFound(modelId);
  if (!model || isMarkedDeleted(model) || model.spec.datasetRef !== datasetId) throw notFound;
  ensureAccess(user, model, notFound);
  return { model, dataset };
}

/** Returns a model by its id alone. */
export async function accessibleModelById(deps: Pick<ApiDeps, "resources">, user: User, modelId: string): Promise<ModelInDataset> {
  const model = await deps.resources.get("Model", modelId);
  if (!model) throw modelNotFound(modelId);
  ensureAccess(user, model, modelNotFound(modelId));
  return await accessibleModel(deps, user, model.spec.datasetRef, modelId);
}

const modelNotFound = (modelId: string): NotFound => new NotFound(`model ${modelId} is not there`, ERRORS.modelNotFound);
