import { COLLECTIONS, isGone, type Resource, type User } from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { accessibleDatasets, mayUse, seenBy } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { type EvaluationSurroundings, evaluationAnswer, isStale } from "./answer.js";
import { resultsOf } from "./results.js";

type ListingDeps = Pick<ApiDeps, "resources" | "documents">;
type Evaluation = Resource<"Evaluation">;

export interface EvaluationFilter {
  datasetId?: string;
  /** The limit on contamination that figures are for; the evaluations' own when left out. */
  limit?: number | undefined;
}

/** The evaluations that the user may see, oldest first; of one dataset, or of all. */
export async function listEvaluations(
  deps: ListingDeps,
  user: User,
  { datasetId, limit }: EvaluationFilter = {},
): Promise<EvaluationAnswer[]> {
  const [{ items }, datasets] = await Promise.all([
    deps.resources.list("Evaluation", { ...seenBy(user), datasetRef: datasetId }),
    accessibleDatasets(deps, user, datasetId),
  ]);
  const accessible = new Set(datasets.map(({ metadata }) => metadata.name));
  const found = items.filter((one) => accessible.has(one.spec.datasetRef) && !one.metadata.deletionTimestamp && mayUse(user, one));
  found.sort((a, b) => ageOf(a).localeCompare(ageOf(b)));
  const around = await surroundings(deps, found);
  return await Promise.all(found.map(async (one) => evaluationAnswer(one, { ...around, fraction: await fractionOf(deps, one), limit })));
}

export async function describeEvaluation(deps: ListingDeps, evaluation: Evaluation, limit?: number): Promise<EvaluationAnswer> {
  return evaluationAnswer(evaluation, await surroundingsOf(deps, evaluation, limit));
}

export async function surroundingsOf(deps: ListingDeps, evaluation: Evaluation, limit?: number): Promise<EvaluationSurroundings> {
  return { ...(await surroundings(deps, [evaluation])), fraction: await fractionOf(deps, evaluation), limit };
}

async function surroundings(deps: ListingDeps, evaluations: Evaluation[]): Promise<Pick<EvaluationSurroundings, "models" | "results">> {
  const names = new Set(evaluations.flatMap(({ spec }) => spec.models));
  const [named, results] = await Promise.all([
    Promise.all([...names].map((name) => deps.resources.get("Model", name))),
    resultsOf(deps, evaluations),
  ]);
  const models = named.flatMap((model) => (model && !isGone(model) ? [model] : []));
  return { models: new Map(models.map((model) => [model.metadata.name, model])), results };
}

/** Of the task that is worked on. */
async function fractionOf(deps: ListingDeps, evaluation: Evaluation): Promise<number> {
  const task = evaluation.status?.task;
  if (task === undefined || isStale(evaluation)) return 0;
  return (await deps.documents.collection(COLLECTIONS.progress).get(task))?.fraction ?? 0;
}

/** Names break ties of what was created within one second. */
const ageOf = ({ metadata }: Evaluation): string => `${metadata.creationTimestamp} ${metadata.name}`;
