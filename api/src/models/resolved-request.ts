import type { EveryField, ModelRecipe } from "@agatha/contracts";
import { type CreateModelRequest, optionsToSpec } from "@agatha/contracts/wire";
import type { ModelColumn } from "../edit-history/step-snapshots.js";

/** Request with its defaults set: its layers, and the time column if there is only one. */
export type ResolvedModelRequest = CreateModelRequest & Required<Pick<CreateModelRequest, "layers">>;
/** Columns that a model may learn from, by name. */
export type ModelColumns = ReadonlyMap<string, ModelColumn>;

/** Returns the fields of the recipe that the request sets. The time series is not among them: its time column may be unknown. */
export function requestedRecipe(request: ResolvedModelRequest) {
  return {
    type: request.model_type,
    response: request.response,
    columns: request.columns,
    layers: request.layers,
    ...optionsToSpec(request),
    seed: request.seed,
    tuning: request.tuning,
    validation: request.validation,
  } satisfies EveryField<Omit<ModelRecipe, "timeSeries" | "leaveOutLeaks">>;
}
