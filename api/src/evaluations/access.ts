import { ERRORS, NotFound, type Resource, titleOf, type User } from "@agatha/contracts";
import { accessibleWithDataset } from "../datasets/access.js";
import { canAccess, roleIn } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { AccessRefused } from "../http/api-error.js";

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

/**
 * Returns an evaluation to read its test rows. Throws what accessibleEvaluation throws, and NotFound (datasetNotFound) if the rows
 * are those of another dataset that is hidden from the user. Once that is gone, they are for the owner and managers alone.
 */
export async function evaluationWithRows(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  id: string,
  datasetId: string,
): Promise<EvaluationInDataset> {
  const found = await accessibleEvaluation(deps, user, id, datasetId);
  const { testDataset } = found.evaluation.spec;
  if (testDataset === undefined) return found;
  const test = await deps.resources.get("Dataset", testDataset);
  if (test ? roleIn(user, test) : canAccess(user, found.dataset)) return found;
  const title = test ? titleOf(test) : testDataset;
  throw new AccessRefused(
    new NotFound(`dataset ${testDataset} is not there`, ERRORS.datasetNotFound),
    testDataset,
    `The test rows are of the dataset ${title}, which is not shared with you: ask its owner to share it`,
  );
}
