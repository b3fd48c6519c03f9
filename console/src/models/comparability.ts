/** Decides which models can be compared with each other. */
import type { ModelAnswer } from "@agatha/contracts/wire";

/** Most models that the server compares at once. */
export const MAX_COMPARED_MODELS = 20;

export type ComparableModel = Pick<ModelAnswer, "id" | "model_type" | "response" | "status" | "use_extraction">;

type Incompatibility = "notTrained" | "otherKind" | "otherTarget" | "full";

/** Reason why a model cannot be compared with the chosen ones; undefined if it can. */
export function incompatibilityOf(chosen: readonly ComparableModel[], model: ComparableModel): Incompatibility | undefined {
  if (hasEndedUntrained(model)) return "notTrained";
  const first = chosen.find(({ id }) => id !== model.id);
  if (first && first.model_type !== model.model_type) return "otherKind";
  if (first && first.response !== model.response) return "otherTarget";
  const isNew = chosen.every(({ id }) => id !== model.id);
  return isNew && chosen.length >= MAX_COMPARED_MODELS ? "full" : undefined;
}

/** Returns true if the training failed, was stopped or was cancelled. */
export function hasEndedUntrained({ status }: Pick<ModelAnswer, "status">): boolean {
  return status === "fitting_fail" || status === "fail";
}

/** Returns the wanted models that can be compared with the first of them, up to the limit. */
export function compatibleModels<M extends ComparableModel>(models: readonly M[], requested: readonly string[]): M[] {
  const chosen: M[] = [];
  for (const id of new Set(requested)) {
    const model = models.find((candidate) => candidate.id === id);
    if (model && incompatibilityOf(chosen, model) === undefined) chosen.push(model);
  }
  return chosen;
}
