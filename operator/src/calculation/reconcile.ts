import type { EventBus, Resource, ResourceStore } from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import type { Outcome } from "../runtime/controller.js";
import { type ApplyDeps, apply } from "../work/apply.js";
import { observeAttempts } from "../work/attempts.js";
import { logFailure } from "../work/log-failure.js";
import { release } from "../work/release.js";
import { calculationStem, expiresIn, planCalculation } from "./plan.js";

export interface CalculationDeps extends ApplyDeps {
  resources: ApplyDeps["resources"] & Pick<ResourceStore, "delete">;
  calculations: View<"Calculation">;
  events: Pick<EventBus, "publish">;
}

/** Brings one Calculation nearer to its result, and deletes it when its time is up. Throws to be called again later. */
export async function reconcileCalculation(deps: CalculationDeps, name: string): Promise<Outcome> {
  const calculation = deps.calculations.get(name);
  if (!calculation) return {};
  const { metadata, spec } = calculation;
  if (metadata.deletionTimestamp !== undefined) {
    await release(deps, calculation, async () => {
      if (spec.rows !== undefined) await deps.objects.delete(spec.rows);
    });
    return {};
  }
  if (expiresIn(calculation, deps.timers.now()) === 0) {
    await deps.resources.delete("Calculation", metadata);
    return {};
  }
  const attempts = await observeAttempts(deps, metadata.uid, calculationStem(calculation));
  const plan = planCalculation(calculation, await askedOf(deps, calculation), attempts, deps.timers);
  return await apply(deps, calculation, plan, async () => {
    const { phase = "is_processed", reason } = plan.status;
    deps.logger.info({ kind: "Calculation", name, phase, reason }, "status changed");
    deps.events.publish("calculationChanged", { name, owner: spec.owner, phase, model: spec.modelRef });
    await logFailure(deps, attempts.latest);
  });
}

/** Asked of the store itself: a calculation is short-lived, and a view that lags behind would fail it. */
async function askedOf(deps: CalculationDeps, { spec }: Resource<"Calculation">) {
  return {
    model: await deps.resources.get("Model", spec.modelRef),
    dataset: spec.datasetRef === undefined ? undefined : await deps.resources.get("Dataset", spec.datasetRef),
  };
}
