import { COLLECTIONS, isMarkedDeleted, type Resource, type User } from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { accessibleDatasets, listParts } from "../datasets/access.js";
import { roleIn } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { compareCreation } from "../resources/creation-order.js";
import type { EvaluationInDataset } from "./access.js";
import { type EvaluationContext, evaluationAnswer, isStale } from "./answer.js";
import { loadResults } from "./results.js";

type ListingDeps = Pick<ApiDeps, "resources" | "documents">;
type Evaluation = Resource<"Evaluation">;

interface EvaluationFilter {
  datasetId?: string;
  /** Limit on contamination for the metrics; each evaluation's own by default. */
  maxFpr?: number | undefined;
}

/** Returns the evaluations that the user may see, oldest first: of one dataset, or of all. */
export async function listEvaluations(
  deps: ListingDeps,
  user: User,
  { datasetId, maxFpr }: EvaluationFilter = {},
): Promise<EvaluationAnswer[]> {
  const datasets = await accessibleDatasets(deps, user, datasetId);
  const parts = await listParts(deps, user, "Evaluation", { datasets, where: { datasetRef: datasetId } });
  const found = parts.filter(({ resource }) => !isMarkedDeleted(resource));
  found.sort((a, b) => compareCreation(a.resource, b.resource));
  const context = await loadContext(
    deps,
    found.map(({ resource }) => resource),
  );
  return await Promise.all(
    found.map(async ({ resource: one, dataset }) =>
      evaluationAnswer(one, roleIn(user, dataset)!, { ...context, taskProgress: await taskProgress(deps, one), maxFpr }),
    ),
  );
}

/**
 * Returns a comparison as the API answers it. `maxFpr` is a limit for its figures instead of its own. The user has a role in the
 * dataset.
 */
export async function describeEvaluation(
  deps: ListingDeps,
  user: User,
  { evaluation, dataset }: EvaluationInDataset,
  maxFpr?: number,
): Promise<EvaluationAnswer> {
  return evaluationAnswer(evaluation, roleIn(user, dataset)!, await evaluationContext(deps, evaluation, maxFpr));
}

/** Loads the models, the results and the progress that the answer for one comparison needs. */
export async function evaluationContext(deps: ListingDeps, evaluation: Evaluation, maxFpr?: number): Promise<EvaluationContext> {
  return { ...(await loadContext(deps, [evaluation])), taskProgress: await taskProgress(deps, evaluation), maxFpr };
}

type LoadedContext = Pick<EvaluationContext, "models" | "datasets" | "results">;

async function loadContext(deps: ListingDeps, evaluations: Evaluation[]): Promise<LoadedContext> {
  const [models, results] = await Promise.all([
    loadNamed(
      evaluations.flatMap(({ spec }) => spec.models),
      (name) => deps.resources.get("Model", name),
    ),
    loadResults(deps, evaluations),
  ]);
  const datasets = await loadNamed(
    [...evaluations.flatMap(({ spec }) => spec.testDataset ?? []), ...[...models.values()].map(({ spec }) => spec.datasetRef)],
    (name) => deps.resources.get("Dataset", name),
  );
  return { models, datasets, results };
}

/** Returns the resources with these names that exist, by name. */
async function loadNamed<T>(names: string[], get: (name: string) => Promise<T | undefined>): Promise<Map<string, T>> {
  const found = await Promise.all([...new Set(names)].map(async (name) => [name, await get(name)] as const));
  return new Map(found.flatMap(([name, resource]) => (resource ? [[name, resource] as const] : [])));
}

/** Returns the progress of the running task. */
async function taskProgress(deps: ListingDeps, evaluation: Evaluation): Promise<number> {
  const task = evaluation.status?.task;
  if (task === undefined || isStale(evaluation)) return 0;
  return (await deps.documents.collection(COLLECTIONS.progress).get(task))?.fraction ?? 0;
}
