import { type AutoModelTrial, isMarkedDeleted, type Resource } from "@agatha/contracts";

/** Returns the entries of the models among which the best is selected: those that were not deleted, or all if no trained one is left. */
export function selectableModels(lines: readonly AutoModelTrial[], members: ReadonlyMap<string, Resource<"Model">>): AutoModelTrial[] {
  const present = lines.filter(({ name }) => {
    const member = members.get(name);
    return member !== undefined && !isMarkedDeleted(member);
  });
  return present.some(({ phase }) => phase === "success") ? present : [...lines];
}
