import { displayName, title } from "@agatha/contracts/kinds/names";

/** Problem of a model's name among the names of its dataset's models. Ignores blanks around the name. */
export function validateModelName(name: string, existingNames: readonly string[]): "nameRule" | "nameTaken" | undefined {
  if (!displayName.safeParse(name).success) return "nameRule";
  return existingNames.includes(name.trim()) ? "nameTaken" : undefined;
}

/** Problem of a title: blank, too long, or with control characters. */
export function validateTitle(text: string): "titleRule" | undefined {
  return title.safeParse(text).success ? undefined : "titleRule";
}
