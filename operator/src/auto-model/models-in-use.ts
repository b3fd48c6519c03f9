import { isApiEnabled, type Resource } from "@agatha/contracts";
import { asksModel } from "../calculation/asks-model.js";
import type { Listers } from "../runtime/watch.js";

/**
 * Returns true if somebody uses the model: its open API is enabled, it has a decision, or a batch prediction, an optimization or a
 * comparison names it.
 */
export function isModelInUse({ Calculation, Evaluation }: Pick<Listers, "Calculation" | "Evaluation">, model: Resource<"Model">): boolean {
  const { name } = model.metadata;
  return (
    isApiEnabled(model) ||
    model.spec.decision !== undefined ||
    Calculation.list().some(({ spec }) => asksModel(spec, name)) ||
    Evaluation.list().some(({ spec }) => spec.models.includes(name))
  );
}
