/** Calculations without their results: they may have 10,000 rows each. */
import { type CalculationDocument, COLLECTIONS, type Resource, type Selection, type User } from "@agatha/contracts";
import type { ListedCalculation } from "@agatha/contracts/wire";
import { seenBy } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { jobSummary } from "./jobs.js";
import { calculationAnswer } from "./service.js";

type ListDeps = Pick<ApiDeps, "resources" | "documents">;

/** All that the user may see, of whatever model, newest first. */
export async function visibleCalculations(deps: ListDeps, user: User): Promise<ListedCalculation[]> {
  const maySee = (owner: string) => user.auth === "manager" || owner === user.id;
  const [answered, jobs] = await Promise.all([deps.documents.collection(COLLECTIONS.calculations).find(), liveJobs(deps, seenBy(user))]);
  return newestFirst([
    ...answered.filter(({ owner }) => maySee(owner)).map(listed),
    ...jobs.filter(({ spec }) => maySee(spec.owner)).map(listedJob),
  ]);
}

/** Those of one model, newest first. */
export async function calculationsOf(deps: ListDeps, { metadata: { name } }: Resource<"Model">): Promise<ListedCalculation[]> {
  const answered = deps.documents.collection(COLLECTIONS.calculations).find({ where: { modelName: name } });
  const jobs = await liveJobs(deps, { modelRef: name });
  return newestFirst([...(await answered).map(listed), ...jobs.map(listedJob)]);
}

async function liveJobs({ resources }: ListDeps, where: Selection<"Calculation">): Promise<Resource<"Calculation">[]> {
  return (await resources.list("Calculation", where)).items.filter(({ metadata }) => !metadata.deletionTimestamp);
}

const listed = (found: CalculationDocument): ListedCalculation => ({
  ...calculationAnswer(found),
  result: null,
  model_id: found.modelName,
});
const listedJob = (job: Resource<"Calculation">): ListedCalculation => ({ ...jobSummary(job), model_id: job.spec.modelRef });

function newestFirst(all: ListedCalculation[]): ListedCalculation[] {
  return all.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}
