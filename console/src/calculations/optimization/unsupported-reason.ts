import type { ModelInfo } from "@agatha/contracts";

/** Why no settings can be searched for with a model. */
type UnsupportedReason = { because: "target" } | { because: "inputs"; names: string[] };

/** Null where they can be (specification, section 5: all predictors numeric, and a numeric target). */
export function unsupportedReason({ type, inputs }: Pick<ModelInfo, "type" | "inputs">): UnsupportedReason | null {
  if (type !== "REGRESSION") return { because: "target" };
  const names = inputs.filter((input) => input.type !== "n").map(({ name }) => name);
  return names.length > 0 ? { because: "inputs", names } : null;
}
