import { ERRORS, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface ModelInDataset {
  model: Resource<"Model">;
  dataset: Resource<"Dataset">;
}

/**
 * Returns a model and its dataset. Throws NotFound (datasetNotFound, modelNotFound) if one is missing, being deleted or hidden from
 * the user.
 */
export async function accessibleModel(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  datasetId: string | undefined,
  modelId: string,
): Promise<ModelInDataset> {
  const notFound = new NotFound(`model ${modelId} is not there`, ERRORS.modelNotFound);
  const { resource: model, dataset } = await accessibleWithDataset(deps, user, { kind: "Model", id: modelId, datasetId, notFound });
  return { model, dataset };
}

/** Returns a model by its id alone. */
export const accessibleModelById = (deps: Pick<ApiDeps, "resources">, user: User, modelId: string): Promise<ModelInDataset> =>
  accessibleModel(deps, user, undefined, modelId);
