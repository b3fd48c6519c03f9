/** Finds the bounds and rules that keep a solution from being better. */
import type { LinearConstraint, ModelInput, OptimizationRequest, OptimizationResult } from "@agatha/contracts";

export type InputSettings = OptimizationResult["solutions"][number]["settings"];

/** A bound of the input, or a fixed value. */
export type ActiveBound = "lower" | "upper" | "fixed";

/** Smaller differences, relative to the range, come from rounding and from the tolerance of the search. */
const RELATIVE_TOLERANCE = 1e-6;

export interface Bounds {
  from: number;
  to: number;
}

/** Range in which the search could move the input. */
export function searchBounds({ name, min, max }: ModelInput, { variables }: Pick<OptimizationRequest, "variables">): Bounds {
  const variable = variables.find(({ column }) => column === name);
  return { from: variable?.fixed ?? variable?.min ?? min ?? 0, to: variable?.fixed ?? variable?.max ?? max ?? 0 };
}

/** Null if the input could have moved in both directions. */
export function activeBound(
  input: ModelInput,
  request: Pick<OptimizationRequest, "variables">,
  settings: InputSettings,
): ActiveBound | null {
  const { from, to } = searchBounds(input, request);
  const value = settings[input.name];
  if (value === undefined) return null;
  if (from === to) return "fixed";
  const step = request.variables.find(({ column }) => column === input.name)?.step ?? 0;
  const close = RELATIVE_TOLERANCE * (to - from);
  if (value <= from + close) return "lower";
  // The next step would exceed the bound.
  return value + step > to + close || value >= to - close ? "upper" : null;
}

/** Rules that hold with equality. The solution might be better under other rules. */
export function activeConstraints({ constraints }: Pick<OptimizationRequest, "constraints">, settings: InputSettings): LinearConstraint[] {
  return constraints.filter(({ terms, value }) => {
    const parts = terms.map(({ column, coefficient }) => coefficient * (settings[column] ?? 0));
    const sum = parts.reduce((total, part) => total + part, 0);
    const size = parts.reduce((most, part) => Math.max(most, Math.abs(part)), Math.abs(value));
    return Math.abs(sum - value) <= 1e-4 * size;
  });
}
