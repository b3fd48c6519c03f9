import {
  celRuleTree,
  ERRORS,
  editableMeta,
  InvalidInput,
  KINDS,
  type KindName,
  newMeta,
  type ObjectMeta,
  validate,
} from "@agatha/contracts";
import { ruleViolations } from "./cel-rules.js";

const ruleTrees = new Map(
  Object.entries(KINDS).flatMap(([kind, { spec, status }]) => [
    [`${kind}.spec`, celRuleTree(spec)] as const,
    [`${kind}.status`, celRuleTree(status)] as const,
  ]),
);

/**
 * Checks a kind's spec or status by its schema and rules; `old` is what it replaces. Unknown fields are dropped and
 * defaults filled in, as Kubernetes does. Throws InvalidInput.
 */
export function validateSpecOrStatus(kind: KindName, part: "spec" | "status", { value, old }: { value: unknown; old: unknown }): unknown {
  const parsed = toPlainJson(validate(KINDS[kind][part], value, part));
  const problems = ruleViolations(ruleTrees.get(`${kind}.${part}`), { path: part, self: parsed, oldSelf: old });
  if (problems.length > 0) throw new InvalidInput(ERRORS.badRequest, problems);
  return parsed;
}

export function validateNewMetadata(metadata: unknown) {
  return toPlainJson(validate(newMeta, metadata, "metadata"));
}

/** What may be changed of the metadata. An object that is being deleted takes no new finalizers. */
export function validateMetadataUpdate(metadata: unknown, present: ObjectMeta) {
  const edited = toPlainJson(validate(editableMeta, metadata, "metadata"));
  const added = edited.finalizers?.find((finalizer) => !present.finalizers?.includes(finalizer));
  if (present.deletionTimestamp && added !== undefined) {
    throw new InvalidInput(ERRORS.badRequest, {
      path: "metadata.finalizers",
      message: `${added} cannot be added: the object is being deleted`,
    });
  }
  return edited;
}

/** As it will be read: without fields that are undefined. */
export function toPlainJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
