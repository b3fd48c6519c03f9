/** Lists of calculations without their results, which may have 10,000 rows each. */
import { type CalculationDocument, COLLECTIONS, type FieldSelector, isMarkedDeleted, type Resource, type User } from "@agatha/contracts";
import type { ListedCalculation } from "@agatha/contracts/wire";
import { accessibleDatasets, listParts } from "../datasets/access.js";
import { canAccess } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { jobSummary } from "./jobs.js";
import { whatIfSummary } from "./what-if.js";

type ListDeps = Pick<ApiDeps, "resources" | "documents">;

/** Returns all calculations that the user may see, of any model, newest first. */
export async function listCalculations(deps: ListDeps, user: User): Promise<ListedCalculation[]> {
  const maySee = (owner: string) => user.auth === "manager" || owner === user.id;
  const [answered, jobs, shared] = await Promise.all([
    deps.documents.collection(COLLECTIONS.calculations).find(),
    listJobs(deps, user.auth === "manager" ? {} : { owner: user.id }),
    listSharedModels(deps, user),
  ]);
  const ofShared = await Promise.all(shared.map((model) => listModelCalculations(deps, model)));
  return sortNewestFirst([
    ...answered.filter(({ owner }) => maySee(owner)).map(listedDocument),
    ...jobs.filter(({ spec }) => maySee(spec.owner)).map(listedJob),
    ...ofShared.flat(),
  ]);
}

async function listSharedModels(deps: ListDeps, user: User): Promise<Resource<"Model">[]> {
  const datasets = (await accessibleDatasets(deps, user)).filter((dataset) => !canAccess(user, dataset));
  const parts = await listParts(deps, user, "Model", { datasets });
  return parts.map(({ resource }) => resource).filter((model) => !isMarkedDeleted(model));
}

/** Returns one model's calculations, newest first. */
export async function listModelCalculations(deps: ListDeps, { metadata: { name } }: Resource<"Model">): Promise<ListedCalculation[]> {
  const answered = deps.documents.collection(COLLECTIONS.calculations).find({ where: { modelName: name } });
  const jobs = await listJobs(deps, { modelRef: name });
  return sortNewestFirst([...(await answered).map(listedDocument), ...jobs.map(listedJob)]);
}

async function listJobs({ resources }: ListDeps, where: FieldSelector<"Calculation">): Promise<Resource<"Calculation">[]> {
  return (await resources.list("Calculation", where)).items.filter(({ metadata }) => !metadata.deletionTimestamp);
}

const listedDocument = (found: CalculationDocument): ListedCalculation => ({
  ...whatIfSummary(found),
  model_id: found.modelName,
});
const listedJob = (job: Resource<"Calculation">): ListedCalculation => ({ ...jobSummary(job), model_id: job.spec.modelRef });

function sortNewestFirst(all: ListedCalculation[]): ListedCalculation[] {
  return all.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}
