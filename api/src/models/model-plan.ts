import type { EveryField, ModelRecipe } from "@agatha/contracts";
import { type CreateModelRequest, optionsToSpec } from "@agatha/contracts/wire";
import type { ModelColumn } from "../edit-history/step-snapshots.js";

/** Request with its layers set. */
export type ModelPlan = CreateModelRequest & Required<Pick<CreateModelRequest, "layers">>;
export type ColumnsByName = ReadonlyMap<string, ModelColumn>;

/** Returns the fields of the recipe that the plan sets. The time series is not among them: its time column may be unknown. */
export function requestedRecipe(plan: ModelPlan) {
  return {
    type: plan.model_type,
    response: plan.response,
    columns: plan.columns,
    layers: plan.layers,
    ...optionsToSpec(plan),
    seed: plan.seed,
    tuning: plan.tuning,
    validation: plan.validation,
  } satisfies EveryField<Omit<ModelRecipe, "timeSeries" | "leaveOutLeaks">>;
}
