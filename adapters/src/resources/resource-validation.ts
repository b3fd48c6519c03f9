import { editableMeta, InvalidInput, KINDS, type KindName, newMeta, type ObjectMeta, ruleTree, validated } from "@agatha/contracts";
import { brokenRules } from "./cel-rules.js";

const trees = new Map(
  Object.entries(KINDS).flatMap(([kind, { spec, status }]) => [
    [`${kind}.spec`, ruleTree(spec)] as const,
    [`${kind}.status`, ruleTree(status)] as const,
  ]),
);

/**
 * Checks a kind's spec or status by its schema and rules; `old` is what it replaces. Unknown fields are dropped and
 * defaults filled in, as Kubernetes does. Throws InvalidInput.
 */
export function validPart(kind: KindName, part: "spec" | "status", { value, old }: { value: unknown; old: unknown }): unknown {
  const parsed = plain(validated(KINDS[kind][part], value, part));
  const problems = brokenRules(trees.get(`${kind}.${part}`), { path: part, self: parsed, oldSelf: old });
  if (problems.length > 0) throw new InvalidInput("010201", problems);
  return parsed;
}

export function validNewMeta(metadata: unknown) {
  return plain(validated(newMeta, metadata, "metadata"));
}

/** What may be changed of the metadata. An object that is being deleted takes no new finalizers. */
export function validEditedMeta(metadata: unknown, present: ObjectMeta) {
  const edited = plain(validated(editableMeta, metadata, "metadata"));
  const added = edited.finalizers?.find((finalizer) => !present.finalizers?.includes(finalizer));
  if (present.deletionTimestamp && added !== undefined) {
    throw new InvalidInput("010201", { path: "metadata.finalizers", message: `${added} cannot be added: the object is being deleted` });
  }
  return edited;
}

/** As it will be read: without fields that are undefined. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
