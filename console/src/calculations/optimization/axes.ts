import { type ModelInput, type OptimizationRequest, searchBounds } from "@agatha/contracts";
import { axisValue, type InputSettings, variableOf } from "./active-constraints.js";

interface Axis {
  input: ModelInput;
  from: number;
  to: number;
}

/** More axes cannot be distinguished. */
export const MAX_AXES = 10;

/**
 * Pixels beside axes that lie one above the other, for half a label at either end: dates are longer than numbers. `share` is the part
 * of an axis that the label of an end covers.
 */
export function endLabelRoom(axes: readonly Pick<Axis, "input">[]): { side: number; share(axis: Pick<Axis, "input">): number } {
  const isDate = ({ input }: Pick<Axis, "input">) => input.type === "d";
  return { side: axes.some(isDate) ? 44 : 24, share: (axis) => (isDate(axis) ? 0.28 : 0.14) };
}

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
