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
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";
import { ruleViolations } from "./cel-rules.js";

const ruleTrees = new Map(
  Object.entries(KINDS).flatMap(([kind, { spec, status }]) => [
    [`${kind}.spec`, celRuleTree(spec)] as const,
    [`${kind}.status`, celRuleTree(status)] as const,
  ]),
);

/**
 * Validates a kind's spec or status by schema and rules; `old` is the value that it replaces. Drops unknown fields and fills in
 * defaults, as Kubernetes does. Throws InvalidInput.
 */
export function validateSpecOrStatus(kind: KindName, part: "spec" | "status", { value, old }: { value: unknown; old: unknown }): unknown {
  const parsed = withoutUndefined(validate(KINDS[kind][part], value, part));
  const problems = ruleViolations(ruleTrees.get(`${kind}.${part}`), { path: part, self: parsed, oldSelf: old });
  if (problems.length > 0) throw new InvalidInput(ERRORS.badRequest, problems);
  return parsed;
}

/** Returns the metadata of a new object as plain JSON. Throws InvalidInput with the paths of what is invalid. */
export function validateNewMetadata(metadata: unknown) {
  return withoutUndefined(validate(newMeta, metadata, "metadata"));
}

/** Returns the changeable metadata, validated. An object that is being deleted accepts no new finalizers. */
export function validateMetadataUpdate(metadata: unknown, present: ObjectMeta) {
  const edited = withoutUndefined(validate(editableMeta, metadata, "metadata"));
  const added = edited.finalizers?.find((finalizer) => !present.finalizers?.includes(finalizer));
  if (present.deletionTimestamp && added !== undefined) {
    throw new InvalidInput(ERRORS.badRequest, {
      path: "metadata.finalizers",
      message: `${added} cannot be added: the object is being deleted`,
    });
  }
  return edited;
}
