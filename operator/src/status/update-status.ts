import { isDeepStrictEqual } from "node:util";
import type { KindName, Resource, ResourceStore, StatusOf } from "@agatha/contracts";

/** Writes the status if it differs from the object's, and returns whether it did. Throws Conflict if the object is outdated. */
export async function updateStatusIfChanged<K extends KindName>(
  resources: Pick<ResourceStore, "updateStatus">,
  kind: K,
  resource: Resource<K>,
  status: StatusOf<K>,
): Promise<boolean> {
  const wanted = withoutUndefined(status);
  if (isDeepStrictEqual(withoutUndefined(resource.status ?? {}), wanted)) return false;
  await resources.updateStatus(kind, { ...resource, status: wanted });
  return true;
}

/** Returns the value as stores return it: without undefined fields. */
function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
