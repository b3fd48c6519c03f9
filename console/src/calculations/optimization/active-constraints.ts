/** Which bounds and rules keep a solution from being better. */
import type { LinearConstraint, ModelInput, OptimizationRequest, OptimizationResult } from "@agatha/contracts";

export type InputSettings = OptimizationResult["solutions"][number]["settings"];

/** At a bound of its own, or given. */
export type ActiveBound = "lower" | "upper" | "fixed";

/** Differences that are smaller than this part of a range come from rounding, and from the search's own tolerance. */
const RELATIVE_TOLERANCE = 1e-6;

export interface Bounds {
  from: number;
  to: number;
}

/** Where the search could move the input. */
export function searchBounds({ name, min, max }: ModelInput, { variables }: Pick<OptimizationRequest, "variables">): Bounds {
  const variable = variables.find(({ column }) => column === name);
  return { from: variable?.fixed ?? variable?.min ?? min ?? 0, to: variable?.fixed ?? variable?.max ?? max ?? 0 };
}

/** Null where the input could have moved either way. */
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
  // The next step would be beyond it.
  return value + step > to + close || value >= to - close ? "upper" : null;
}

/** The rules that hold just so: with another one in their place, the solution might be better. */
export function activeConstraints({ constraints }: Pick<OptimizationRequest, "constraints">, settings: InputSettings): LinearConstraint[] {
  return constraints.filter(({ terms, value }) => {
    const parts = terms.map(({ column, coefficient }) => coefficient * (settings[column] ?? 0));
    const sum = parts.reduce((total, part) => total + part, 0);
    const size = parts.reduce((most, part) => Math.max(most, Math.abs(part)), Math.abs(value));
    return Math.abs(sum - value) <= 1e-4 * size;
  });
}
