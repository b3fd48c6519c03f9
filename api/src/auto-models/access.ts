import { ERRORS, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface AutoModelInDataset {
  autoModel: Resource<"AutoModel">;
  dataset: Resource<"Dataset">;
}

/**
 * Returns an automatic training, of a certain dataset if `datasetId` names one. Throws NotFound (autoModelNotFound) if it is
 * missing, being deleted or another user's, and NotFound (datasetNotFound) if its dataset is.
 */
export async function accessibleAutoModel(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  id: string,
  datasetId?: string,
): Promise<AutoModelInDataset> {
  const notFound = new NotFound(`automatic training ${id} is not there`, ERRORS.autoModelNotFound);
  const { resource: autoModel, dataset } = await accessibleWithDataset(deps, user, { kind: "AutoModel", id, datasetId, notFound });
  return { autoModel, dataset };
}
