import { ERRORS, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface EvaluationInDataset {
  evaluation: Resource<"Evaluation">;
  dataset: Resource<"Dataset">;
}

/**
 * Returns an evaluation, of a certain dataset if `datasetId` names one. Throws NotFound (evaluationNotFound) if it is missing, being
 * deleted or another user's, and NotFound (datasetNotFound) if its dataset is.
 */
export async function accessibleEvaluation(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  id: string,
  datasetId?: string,
): Promise<EvaluationInDataset> {
  const notFound = new NotFound(`evaluation ${id} is not there`, ERRORS.evaluationNotFound);
  const { resource: evaluation, dataset } = await accessibleWithDataset(deps, user, { kind: "Evaluation", id, datasetId, notFound });
  return { evaluation, dataset };
}
