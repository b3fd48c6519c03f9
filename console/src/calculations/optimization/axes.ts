import { type ModelInput, type OptimizationRequest, searchBounds } from "@agatha/contracts";
import { axisValue, type InputSettings, variableOf } from "./active-constraints.js";

interface Axis {
  input: ModelInput;
  from: number;
  to: number;
}

/** More axes cannot be told apart. */
export const MAX_AXES = 10;

/** Inputs in which the solutions differ most, in the model's order. Texts, and inputs that could not move, are left out. */
export function axesOf(inputs: readonly ModelInput[], request: OptimizationRequest, solutions: readonly InputSettings[]): Axis[] {
  const free = inputs.flatMap((input, place) => {
    const bounds = searchBounds(input, variableOf(input, request));
    if (input.type === "s" || !(bounds.to > bounds.from)) return [];
    const values = solutions.map((settings) => axisValue(input, settings) ?? bounds.from);
    const differs = (Math.max(...values) - Math.min(...values)) / (bounds.to - bounds.from);
    return [{ axis: { input, ...bounds }, place, differs }];
  });
  return free
    .sort((a, b) => b.differs - a.differs || a.place - b.place)
    .slice(0, MAX_AXES)
    .sort((a, b) => a.place - b.place)
    .map(({ axis }) => axis);
}
