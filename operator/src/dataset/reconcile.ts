import { COLLECTIONS, type EventBus, type Resource } from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import type { Outcome } from "../runtime/controller.js";
import { type ApplyDeps, apply } from "../work/apply.js";
import { observeAttempts } from "../work/attempts.js";
import { untilExpired } from "../work/expire.js";
import { logFailure } from "../work/log-failure.js";
import { release } from "../work/release.js";
import { datasetNeed, planDataset } from "./plan.js";
import { sourceFileOf } from "./source.js";

/** The edit history, what was made of it, and the token of its API. */
async function removeExtractions({ documents }: ApplyDeps, datasetUid: string): Promise<void> {
  await documents.collection(COLLECTIONS.extractions).delete(datasetUid);
  const steps = documents.collection(COLLECTIONS.extractionSteps);
  for (const { id } of await steps.find({ where: { datasetUid } })) await steps.delete(id);
  const tokens = documents.collection(COLLECTIONS.apiTokens);
  for (const { id } of await tokens.find({ where: { subjectUid: datasetUid } })) await tokens.delete(id);
  const usage = documents.collection(COLLECTIONS.apiUsage);
  for (const { id } of await usage.find({ where: { subjectUid: datasetUid } })) await usage.delete(id);
}

export interface DatasetDeps extends ApplyDeps {
  datasets: View<"Dataset">;
  events: Pick<EventBus, "publish">;
}

/** Brings one Dataset nearer to being parsed and checked. Throws to be called again later. */
export async function reconcileDataset(deps: DatasetDeps, name: string): Promise<Outcome> {
  const dataset = deps.datasets.get(name);
  if (!dataset) return {};
  if (dataset.metadata.deletionTimestamp !== undefined) {
    await release(deps, dataset, async () => {
      await deps.objects.delete(sourceFileOf(dataset).key);
      await removeExtractions(deps, dataset.metadata.uid);
    });
    return {};
  }
  return await untilExpired(deps, dataset, () => work(deps, dataset));
}

async function work(deps: DatasetDeps, dataset: Resource<"Dataset">): Promise<Outcome> {
  const { name } = dataset.metadata;
  const need = datasetNeed(dataset);
  const attempts = await observeAttempts(deps, dataset.metadata.uid, need.due?.stem);
  const plan = planDataset(dataset, need, attempts, deps.timers);
  return await apply(deps, dataset, plan, async () => {
    const { phase = "init", reason } = plan.status;
    deps.logger.info({ kind: "Dataset", name, phase, reason }, "status changed");
    deps.events.publish("datasetChanged", { name, owner: dataset.spec.owner, phase });
    await logFailure(deps, attempts.latest);
  });
}
