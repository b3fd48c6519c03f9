import { ERRORS, NotFound, type Resource, type User } from "@agatha/contracts";
import { accessibleDataset, canAccess } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

export interface EvaluationInDataset {
  evaluation: Resource<"Evaluation">;
  dataset: Resource<"Dataset">;
}

/** Returns an evaluation. Throws NotFound (evaluationNotFound) if it is missing, being deleted or another user's. */
export async function accessibleEvaluation(deps: Pick<ApiDeps, "resources">, user: User, id: string): Promise<EvaluationInDataset> {
  const evaluation = await deps.resources.get("Evaluation", id);
  if (!evaluation || evaluation.metadata.deletionTimestamp || !canAccess(user, evaluation)) throw evaluationNotFound(id);
  return { evaluation, dataset: await accessibleDataset(deps, user, evaluation.spec.datasetRef) };
}

/** Returns the evaluation of a named dataset (errors: datasetNotFound, evaluationNotFound). */
export async function accessibleEvaluationInDataset(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  datasetId: string,
  id: string,
): Promise<EvaluationInDataset> {
  await accessibleDataset(deps, user, datasetId);
  const found = await accessibleEvaluation(deps, user, id);
  if (found.evaluation.spec.datasetRef !== datasetId) throw evaluationNotFound(id);
  return found;
}

function evaluationNotFound(id: string): NotFound {
  return new NotFound(`evaluation ${id} is not there`, ERRORS.evaluationNotFound);
}
