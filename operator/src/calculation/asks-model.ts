import { otherModels, type Resource } from "@agatha/contracts";

/** Returns true if the calculation asks the model: it is the calculation's own, or an optimization involves it. */
export function asksModel({ modelRef, optimization }: Resource<"Calculation">["spec"], name: string): boolean {
  return modelRef === name || (optimization !== undefined && otherModels(optimization).includes(name));
}
