import type { ModelInfo } from "@agatha/contracts";

/** Reason why a model cannot be optimized. */
type UnsupportedReason = { because: "target" } | { because: "inputs"; names: string[] };

/** Null if the model can be optimized (specification, section 5: all predictors numeric, and a numeric target). */
export function unsupportedReason({ type, inputs }: Pick<ModelInfo, "type" | "inputs">): UnsupportedReason | null {
  if (type !== "REGRESSION") return { because: "target" };
  const names = inputs.filter((input) => input.type !== "n").map(({ name }) => name);
  return names.length > 0 ? { because: "inputs", names } : null;
}
