import { type KindName, parseNamespacedName, type Resource, type TaskKind } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";

/**
 * Returns the common prefix of the names of all attempts at a step: `m-sales-train-91b0c3f5a7de2468-`. It depends on the object's
 * UID and on the job's input, and not on the generation. A new display name or an enabled API also increments the generation, and
 * must not start a job. With the attempt's number it is a DNS label of at most 63 characters.
 */
export function taskNamePrefix(resource: Resource<KindName>, step: TaskKind, fingerprint: string): string {
  const { name, uid } = resource.metadata;
  const digest = fingerprintOf([uid, step, fingerprint]).slice(0, 16);
  return `${resource.kind[0]!.toLowerCase()}-${parseNamespacedName(name).name.slice(0, 24)}-${step}-${digest}-`;
}
