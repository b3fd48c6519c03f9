import { COLLECTIONS, type DocumentStore, type EventBus, type Resource } from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import type { Outcome } from "../runtime/controller.js";
import { type ApplyDeps, apply } from "../work/apply.js";
import { observeAttempts } from "../work/attempts.js";
import { untilExpired } from "../work/expire.js";
import { logFailure } from "../work/log-failure.js";
import { release } from "../work/release.js";
import { enablingFacts, withEnabling } from "./enabling.js";
import { footingOf } from "./footing.js";
import { modelNeed, planModel } from "./plan.js";

export interface ModelDeps extends ApplyDeps {
  models: View<"Model">;
  datasets: View<"Dataset">;
  events: Pick<EventBus, "publish">;
}

/** Brings one Model nearer to being trained. Throws to be called again later. */
export async function reconcileModel(deps: ModelDeps, name: string): Promise<Outcome> {
  const model = deps.models.get(name);
  if (!model) return {};
  if (model.metadata.deletionTimestamp !== undefined) {
    await release(deps, model, () => removeTraces(deps.documents, model));
    return {};
  }
  return await untilExpired(deps, model, () => work(deps, model));
}

async function work(deps: ModelDeps, model: Resource<"Model">): Promise<Outcome> {
  const { name } = model.metadata;
  const attempts = await observeAttempts(deps, model.metadata.uid, modelNeed(model).stem);
  const dataset = await datasetOf(deps, model);
  const training = planModel(model, dataset, attempts, deps.timers);
  const facts = await enablingFacts(deps, model, training.status, dataset);
  const plan = facts ? withEnabling(training, model, facts, deps.timers) : training;
  return await apply(deps, model, plan, async () => {
    const { phase = "init", reason } = plan.status;
    deps.logger.info({ kind: "Model", name, phase, reason }, "status changed");
    deps.events.publish("modelChanged", { name, owner: model.spec.owner, phase });
    await logFailure(deps, attempts.latest);
  });
}

/** Before a model fails for want of its dataset the store is asked: the view may lag behind. */
async function datasetOf(deps: ModelDeps, model: Resource<"Model">): Promise<Resource<"Dataset"> | undefined> {
  const { datasetRef } = model.spec;
  const seen = deps.datasets.get(datasetRef);
  return footingOf(model, seen).is === "failed" ? await deps.resources.get("Dataset", datasetRef) : seen;
}

/** The token is found by the name alone: one of a namesake made since stays. */
async function removeTraces(documents: DocumentStore, { metadata: { name, uid } }: Resource<"Model">): Promise<void> {
  const tokens = documents.collection(COLLECTIONS.apiTokens);
  if ((await tokens.get(name))?.subjectUid === uid) await tokens.delete(name);
  const usage = documents.collection(COLLECTIONS.apiUsage);
  for (const { id } of await usage.find({ where: { subjectUid: uid } })) await usage.delete(id);
  const calculations = documents.collection(COLLECTIONS.calculations);
  for (const { id } of await calculations.find({ where: { modelName: name } })) await calculations.delete(id);
}
