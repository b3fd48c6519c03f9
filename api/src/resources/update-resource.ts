import { type ErrorCode, type KindName, NotFound, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { retryOnConflict } from "./retry-on-conflict.js";

export interface UpdateTarget<K extends KindName> {
  kind: K;
  name: string;
  uid: string;
  /** Error code for a missing object. */
  notFoundCode: ErrorCode;
}

/**
 * Changes the metadata or spec of an object's newest version and tries again after a concurrent write. `change` returns undefined
 * if nothing changes. Throws NotFound if the object is missing, being deleted, or meanwhile another one.
 */
export async function updateResource<K extends KindName>(
  deps: Pick<ApiDeps, "resources">,
  { kind, name, uid, notFoundCode }: UpdateTarget<K>,
  change: (present: Resource<K>) => Resource<K> | undefined,
): Promise<Resource<K>> {
  return await retryOnConflict(async () => {
    const present = await deps.resources.get(kind, name);
    if (!present || present.metadata.uid !== uid || present.metadata.deletionTimestamp)
      throw new NotFound(`${kind} ${name} is gone`, notFoundCode);
    const changed = change(present);
    return changed ? await deps.resources.update(kind, changed) : present;
  });
}

/** Waits for a change of an object. Returns undefined if the object is gone. */
export async function unlessGone<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
