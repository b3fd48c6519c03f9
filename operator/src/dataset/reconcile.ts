import { COLLECTIONS, type EventBus, type Resource } from "@agatha/contracts";
import { deleteNamedFile, type NamedFileDeps } from "../lifecycle/delete-named-file.js";
import { finalize } from "../lifecycle/finalize.js";
import { reconcileUntilPurged } from "../lifecycle/purge.js";
import { type ApplyDeps, applyPlan } from "../plan/apply-plan.js";
import type { ReconcileResult } from "../runtime/controller.js";
import { observeAttempts } from "../tasks/attempts.js";
import { logFailedJob } from "../tasks/log-failed-job.js";
import { hasFailed, pendingDatasetWork, planDataset } from "./plan.js";

/** Deletes the edit history, its results, its API token, and the saved charts. */
async function removeEditHistory({ documents }: ApplyDeps, datasetUid: string): Promise<void> {
  await documents.collection(COLLECTIONS.editHistories).delete(datasetUid);
  await documents.collection(COLLECTIONS.dashboards).delete(datasetUid);
  const steps = documents.collection(COLLECTIONS.editSteps);
  for (const { id } of await steps.find({ where: { datasetUid } })) await steps.delete(id);
  const tokens = documents.collection(COLLECTIONS.apiTokens);
  for (const { id } of await tokens.find({ where: { subjectUid: datasetUid } })) await tokens.delete(id);
  const usage = documents.collection(COLLECTIONS.apiUsage);
  for (const { id } of await usage.find({ where: { subjectUid: datasetUid } })) await usage.delete(id);
}

export interface DatasetDeps extends ApplyDeps {
  listers: NamedFileDeps["listers"];
  events: Pick<EventBus, "publish">;
}

/** Reconciles one Dataset. Throws to be called again later. */
async function reconcileDataset(deps: DatasetDeps, name: string): Promise<ReconcileResult> {
  const dataset = deps.listers.Dataset.get(name);
  if (!dataset) return {};
  if (dataset.metadata.deletionTimestamp !== undefined) {
    await finalize(deps, dataset, async () => {
      await deleteNamedFile(deps, dataset);
      await removeEditHistory(deps, dataset.metadata.uid);
    });
    return {};
  }
  return await reconcileUntilPurged(deps, dataset, () => planAndApply(deps, dataset));
}

async function planAndApply(deps: DatasetDeps, dataset: Resource<"Dataset">): Promise<ReconcileResult> {
  const { name } = dataset.metadata;
  const need = pendingDatasetWork(dataset);
  const attempts = await observeAttempts(deps, dataset.metadata.uid, need.due?.taskNamePrefix, hasFailed(dataset));
  const plan = planDataset(dataset, need, attempts, deps.timers);
  return await applyPlan(deps, dataset, plan, async () => {
    const { phase = "init", reason } = plan.status;
    deps.logger.info({ kind: "Dataset", name, phase, reason }, "status changed");
    deps.events.publish("datasetChanged", { name, owner: dataset.spec.owner, phase });
    await logFailedJob(deps, attempts.latest);
  });
}

export const datasetController = {
  reconcile: reconcileDataset,
  watches: [],
};
