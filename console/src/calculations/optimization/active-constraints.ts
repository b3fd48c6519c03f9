/** Finds the bounds and rules that keep a solution from being better. */
import { type LinearConstraint, type ModelInput, type OptimizationRequest, type OptimizationResult, searchBounds } from "@agatha/contracts";

export type InputSettings = OptimizationResult["solutions"][number]["settings"];

/** A bound of the input, or a fixed value. */
export type ActiveBound = "lower" | "upper" | "fixed";

/** Smaller differences, relative to the range, come from rounding and from the tolerance of the search. */
const RELATIVE_TOLERANCE = 1e-6;

/** Entry of the request for an input. */
export const variableOf = ({ name }: Pick<ModelInput, "name">, { variables }: Pick<OptimizationRequest, "variables">) =>
  variables.find(({ column }) => column === name);

/** Value of an input on its axis: a number, a date in milliseconds since the epoch. Undefined for texts. */
export function axisValue({ name, type }: ModelInput, settings: InputSettings): number | undefined {
  const value = settings[name];
  if (typeof value === "number") return value;
  return type === "d" && value !== undefined ? Date.parse(value) : undefined;
}

/** Null if the input could have moved in both directions, and for texts. */
export function activeBound(
  input: ModelInput,
  request: Pick<OptimizationRequest, "variables">,
  settings: InputSettings,
): ActiveBound | null {
  const variable = variableOf(input, request);
  const { from, to } = searchBounds(input, variable);
  const value = axisValue(input, settings);
  if (value === undefined) return variable?.choices?.length === 1 ? "fixed" : null;
  if (from === to) return "fixed";
  const step = variable?.step ?? 0;
  const close = RELATIVE_TOLERANCE * (to - from);
  if (value <= from + close) return "lower";
  // The next step would exceed the bound.
  return value + step > to + close || value >= to - close ? "upper" : null;
}

/** Rules that hold with equality. The solution might be better under other rules. */
export function activeConstraints({ constraints }: Pick<OptimizationRequest, "constraints">, settings: InputSettings): LinearConstraint[] {
  return constraints.filter(({ terms, value }) => {
    const parts = terms.map(({ column, coefficient }) => coefficient * Number(settings[column] ?? 0));
    const sum = parts.reduce((total, part) => total + part, 0);
    const size = parts.reduce((most, part) => Math.max(most, Math.abs(part)), Math.abs(value));
    return Math.abs(sum - value) <= 1e-4 * size;
  });
}
