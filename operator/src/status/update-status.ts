import { isDeepStrictEqual } from "node:util";
import type { KindName, Resource, ResourceStore, StatusOf } from "@agatha/contracts";

/** Writes the status if it differs from what the object has, and returns whether it did. Throws Conflict when the object is out of date. */
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

/** As it comes back from any store: fields without a value are left out. */
function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
