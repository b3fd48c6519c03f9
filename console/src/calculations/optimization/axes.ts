import type { ModelInput, OptimizationRequest } from "@agatha/contracts";
import { type Bounds, type InputSettings, searchBounds } from "./active-constraints.js";

interface Axis extends Bounds {
  name: string;
}

/** More axes cannot be told apart. */
export const MAX_AXES = 10;

/** Inputs in which the solutions differ most, in the model's order. Inputs that could not move are left out. */
export function axesOf(inputs: readonly ModelInput[], request: OptimizationRequest, solutions: readonly InputSettings[]): Axis[] {
  const free = inputs.flatMap((input, place) => {
    const bounds = searchBounds(input, request);
    if (!(bounds.to > bounds.from)) return [];
    const values = solutions.map((settings) => settings[input.name] ?? bounds.from);
    const differs = (Math.max(...values) - Math.min(...values)) / (bounds.to - bounds.from);
    return [{ axis: { name: input.name, ...bounds }, place, differs }];
  });
  return free
    .sort((a, b) => b.differs - a.differs || a.place - b.place)
    .slice(0, MAX_AXES)
    .sort((a, b) => a.place - b.place)
    .map(({ axis }) => axis);
}
