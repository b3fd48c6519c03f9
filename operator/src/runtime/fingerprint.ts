import { createHash } from "node:crypto";
import type { KindName, Resource, TaskKind } from "@agatha/contracts";

/** Returns the SHA-256 of a JSON value, independent of the order of keys. Undefined fields do not count. */
export function fingerprintOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return createHash("sha256").update(sorted).digest("hex");
}

/**
 * Returns the common prefix of the names of all attempts at a step: `m-sales-train-91b0c3f5a7de2468-`. It depends on the object's
 * UID and on the job's input, and not on the generation. A new display name or an enabled API also increments the generation, and
 * must not start a job. With the attempt's number it is a DNS label of at most 63 characters.
 */
export function taskNamePrefix(resource: Resource<KindName>, step: TaskKind, fingerprint: string): string {
  const { name, uid } = resource.metadata;
  const digest = fingerprintOf([uid, step, fingerprint]).slice(0, 16);
  return `${resource.kind[0]!.toLowerCase()}-${name.slice(0, 24)}-${step}-${digest}-`;
}
