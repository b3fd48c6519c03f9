import { COLLECTIONS, type DocumentStore, type EventBus, type Resource } from "@agatha/contracts";
import type { MutexByKey } from "@agatha/contracts/mutex";
import { currentDatasetReadiness } from "../dataset/current-readiness.js";
import { finalize } from "../lifecycle/finalize.js";
import { reconcileUntilPurged } from "../lifecycle/purge.js";
import type { Plan } from "../plan/action.js";
import { type ApplyDeps, applyPlan } from "../plan/apply-plan.js";
import { hasModelFailed } from "../plan/model-actions.js";
import type { ReconcileResult } from "../runtime/controller.js";
import { type Listers, watchReferences } from "../runtime/watch.js";
import { observeAttempts } from "../tasks/attempts.js";
import { logFailedJob } from "../tasks/log-failed-job.js";
import { apiRefusal } from "./api-refusal.js";
import { withUrl } from "./conditions.js";
import { enablingDue, enablingInput, withEnabling } from "./enabling.js";
import { pendingTraining, planModel } from "./plan.js";
import { TOKEN_SECRET_REFRESH_MS, type TokenSecretDeps, withTokenSecret } from "./token-secret.js";
import type { TrainingMetrics } from "./training-metrics.js";

export interface ModelDeps extends ApplyDeps, TokenSecretDeps {
  timers: ApplyDeps["timers"];
  listers: Pick<Listers, "Model" | "Dataset">;
  events: Pick<EventBus, "publish">;
  recordTraining?: TrainingMetrics;
  /** By owner: nothing is enabled between the count of the enabled models and the write, so that no limit is exceeded. */
  oneAtATime: MutexByKey;
}

/** Reconciles one Model. Throws to be called again later. */
async function reconcileModel(deps: ModelDeps, name: string): Promise<ReconcileResult> {
  const model = deps.listers.Model.get(name);
  if (!model) return {};
  if (model.metadata.deletionTimestamp !== undefined) {
    await finalize(deps, model, () => removeModelDocuments(deps.documents, model));
    return {};
  }
  return await reconcileUntilPurged(deps, model, () => planAndApply(deps, model));
}

async function planAndApply(deps: ModelDeps, model: Resource<"Model">): Promise<ReconcileResult> {
  const readiness = await currentDatasetReadiness(deps, model);
  const pending = pendingTraining(model, readiness);
  const attempts = await observeAttempts(deps, model.metadata.uid, pending.taskNamePrefix, hasModelFailed(model));
  const refusal = await apiRefusal(deps, model, readiness.dataset);
  const training = planModel(model, { readiness, pending, attempts, refusal }, deps.timers);
  const log = () => logFailedJob(deps, attempts.latest);
  const due = enablingDue(model, training.status, readiness.dataset);
  if (!due) return await applyModelPlan(deps, model, training, log);
  return await deps.oneAtATime(model.spec.owner, async () => {
    const facts = await enablingInput(deps, model, due);
    return await applyModelPlan(deps, model, withEnabling(training, model, facts, deps.timers), log);
  });
}

/** Applies the plan with the model's address and token in its status; `changed` is called if that changes. */
async function applyModelPlan(
  deps: ModelDeps,
  model: Resource<"Model">,
  planned: Plan<"Model">,
  changed: () => Promise<void>,
): Promise<ReconcileResult> {
  const { name } = model.metadata;
  const plan = { ...planned, status: await withTokenSecret(deps, model, withUrl(planned.status, deps.predictionUrl?.())) };
  if (model.spec.api?.tokenSecret) plan.requeueAfter = Math.min(plan.requeueAfter ?? Infinity, TOKEN_SECRET_REFRESH_MS);
  return await applyPlan(deps, model, plan, async () => {
    const { phase = "init", reason } = plan.status;
    deps.logger.info({ kind: "Model", name, phase, reason }, "status changed");
    deps.recordTraining?.(model.status, plan.status);
    deps.events.publish("modelChanged", { name, owner: model.spec.owner, phase });
    await changed();
  });
}

/** Deletes a model's documents. The token is found by name alone, so the token of a newer model of the same name is kept. */
async function removeModelDocuments(documents: DocumentStore, { metadata: { name, uid } }: Resource<"Model">): Promise<void> {
  const tokens = documents.collection(COLLECTIONS.apiTokens);
  if ((await tokens.get(name))?.subjectUid === uid) await tokens.delete(name);
  const usage = documents.collection(COLLECTIONS.apiUsage);
  for (const { id } of await usage.find({ where: { subjectUid: uid } })) await usage.delete(id);
  const calculations = documents.collection(COLLECTIONS.calculations);
  for (const { id } of await calculations.find({ where: { modelName: name } })) await calculations.delete(id);
}

export const modelController = {
  reconcile: reconcileModel,
  watches: [watchReferences("Dataset", "Model", ({ datasetRef }, name) => datasetRef === name)],
};
