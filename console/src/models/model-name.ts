import { displayName } from "@agatha/contracts/kinds/names";

/** What is wrong with the name of a model among those that its dataset has; blanks around names do not count. */
export function validateModelName(name: string, existingNames: readonly string[]): "nameRule" | "nameTaken" | undefined {
  if (!displayName.safeParse(name).success) return "nameRule";
  return existingNames.includes(name.trim()) ? "nameTaken" : undefined;
}
