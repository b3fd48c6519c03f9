import { displayName } from "@agatha/contracts/names";

/** What is wrong with the name of a model among those that its dataset has; blanks around names do not count. */
export function validateModelName(name: string, taken: readonly string[]): "nameRule" | "nameTaken" | undefined {
  if (!displayName.safeParse(name).success) return "nameRule";
  return taken.includes(name.trim()) ? "nameTaken" : undefined;
}
