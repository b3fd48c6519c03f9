import { type EventBus, otherModels, type Resource, type ResourceStore } from "@agatha/contracts";
import { deleteNamedFile, type NamedFileDeps } from "../lifecycle/delete-named-file.js";
import { finalize } from "../lifecycle/finalize.js";
import { type ApplyDeps, applyPlan } from "../plan/apply-plan.js";
import type { ReconcileResult } from "../runtime/controller.js";
import { watchReferences } from "../runtime/watch.js";
import { observeAttempts } from "../tasks/attempts.js";
import { logFailedJob } from "../tasks/log-failed-job.js";
import { asksModel } from "./asks-model.js";
import { calculationTaskNamePrefix, hasFailed, planCalculation, timeToLive } from "./plan.js";

export interface CalculationDeps extends ApplyDeps {
  resources: ApplyDeps["resources"] & Pick<ResourceStore, "delete">;
  listers: NamedFileDeps["listers"];
  events: Pick<EventBus, "publish">;
}

/** Reconciles one Calculation, and deletes it when it expires. Throws to be called again later. */
async function reconcileCalculation(deps: CalculationDeps, name: string): Promise<ReconcileResult> {
  const calculation = deps.listers.Calculation.get(name);
  if (!calculation) return {};
  const { metadata, spec } = calculation;
  if (metadata.deletionTimestamp !== undefined) {
    await finalize(deps, calculation, () => deleteNamedFile(deps, calculation));
    return {};
  }
  if (timeToLive(calculation, deps.timers.now()) === 0) {
    await deps.resources.delete("Calculation", metadata);
    return {};
  }
  const taskNamePrefix = calculationTaskNamePrefix(calculation);
  const attempts = await observeAttempts(deps, metadata.uid, taskNamePrefix, hasFailed(calculation));
  const references = await resolveReferences(deps, calculation);
  const plan = planCalculation(calculation, { references, attempts, taskNamePrefix }, deps.timers);
  return await applyPlan(deps, calculation, plan, async () => {
    const { phase = "is_processed", reason } = plan.status;
    deps.logger.info({ kind: "Calculation", name, phase, reason }, "status changed");
    deps.events.publish("calculationChanged", { name, owner: spec.owner, phase, model: spec.modelRef });
    await logFailedJob(deps, attempts.latest);
  });
}

/** Queries the store, because a calculation is short-lived and a lagging cache would fail it. */
async function resolveReferences(deps: CalculationDeps, { spec }: Resource<"Calculation">) {
  const names = spec.optimization ? otherModels(spec.optimization) : [];
  return {
    model: await deps.resources.get("Model", spec.modelRef),
    dataset: spec.datasetRef === undefined ? undefined : await deps.resources.get("Dataset", spec.datasetRef),
    others: new Map(await Promise.all(names.map(async (name) => [name, await deps.resources.get("Model", name)] as const))),
  };
}

export const calculationController = {
  reconcile: reconcileCalculation,
  watches: [
    watchReferences("Dataset", "Calculation", ({ datasetRef }, name) => datasetRef === name),
    watchReferences("Model", "Calculation", asksModel),
  ],
};
