import { Conflict, type ErrorCode, type KindName, NotFound, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Operators write the same objects: so many times in a row nobody loses against them. */
const ATTEMPTS = 20;

export interface UpdateTarget<K extends KindName> {
  kind: K;
  name: string;
  uid: string;
  /** What to say when it is gone. */
  notFoundCode: ErrorCode;
}

/**
 * Changes an object's metadata or spec on its newest version, again when somebody else wrote meanwhile. `change` returns
 * undefined when there is nothing to change. Throws NotFound when the object is gone, going, or another one by now.
 */
export async function updateResource<K extends KindName>(
  deps: Pick<ApiDeps, "resources">,
  { kind, name, uid, notFoundCode }: UpdateTarget<K>,
  change: (present: Resource<K>) => Resource<K> | undefined,
): Promise<Resource<K>> {
  for (let attempt = 1; ; attempt++) {
    const present = await deps.resources.get(kind, name);
    if (!present || present.metadata.uid !== uid || present.metadata.deletionTimestamp)
      throw new NotFound(`${kind} ${name} is gone`, notFoundCode);
    const changed = change(present);
    if (!changed) return present;
    try {
      return await deps.resources.update(kind, changed);
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
    }
  }
}
