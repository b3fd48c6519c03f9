/** Deletions that can be undone for a day, the same for every kind. */
import {
  DELETED_WITH_ANNOTATION,
  isMarkedDeleted,
  isoTime,
  type KindName,
  NotFound,
  type Resource,
  restoreTimeLeft,
  withDeletedAnnotation,
  withExpiredAnnotation,
  withoutDeletedAnnotation,
} from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { type UpdateTarget, updateResource } from "./update-resource.js";

export type RestorableKind = "Dataset" | "Model" | "AutoModel" | "Evaluation";

/** Deletion of a parent that includes its children. */
interface ParentDeletion {
  at: string;
  /** The parent's uid. */
  parent: string;
}

/**
 * Marks an object as deleted, by default now. One that is marked already does not change, unless an earlier deletion of the same
 * parent, which broke off, marked it.
 */
export async function markDeleted<K extends RestorableKind>(
  deps: Pick<ApiDeps, "resources" | "clock">,
  target: UpdateTarget<K>,
  { at = isoTime(deps.clock), parent }: Partial<ParentDeletion> = {},
): Promise<Resource<K>> {
  return await updateResource(deps, target, (present) => {
    const { metadata } = present;
    const brokeOff = parent !== undefined && metadata.annotations?.[DELETED_WITH_ANNOTATION] === parent;
    if (isMarkedDeleted(present) && !(brokeOff && isRestorable(present, deps.clock.now()))) return undefined;
    return { ...present, metadata: { ...metadata, annotations: withDeletedAnnotation(metadata, at, parent) } };
  });
}

/**
 * Removes the mark, with what else `change` does to the object. Throws NotFound if the object cannot be restored: its day has passed
 * meanwhile, or somebody has deleted it for good.
 */
export async function unmarkDeleted<K extends RestorableKind>(
  deps: Pick<ApiDeps, "resources" | "clock">,
  target: UpdateTarget<K>,
  change: (unmarked: Resource<K>) => Resource<K> = (unmarked) => unmarked,
): Promise<Resource<K>> {
  return await updateResource(deps, target, (present) => {
    if (!isMarkedDeleted(present)) return undefined;
    if (!isRestorable(present, deps.clock.now())) throw new NotFound(`${target.kind} ${target.name} is gone`, target.notFoundCode);
    return change({ ...present, metadata: { ...present.metadata, annotations: withoutDeletedAnnotation(present.metadata) } });
  });
}

/** Returns true if the object was marked as deleted within the retention time. */
export function isRestorable(resource: Pick<Resource<KindName>, "metadata">, now: number): boolean {
  const left = restoreTimeLeft(resource, now);
  return resource.metadata.deletionTimestamp === undefined && left !== undefined && left > 0;
}

/** Ends the time in which a deletion can be undone. Throws NotFound if it was undone meanwhile, or the object is gone. */
export async function purge<K extends RestorableKind>(deps: Pick<ApiDeps, "resources">, target: UpdateTarget<K>): Promise<void> {
  await updateResource(deps, target, (present) => {
    if (!isMarkedDeleted(present)) throw new NotFound(`${target.kind} ${target.name} was restored`, target.notFoundCode);
    return { ...present, metadata: { ...present.metadata, annotations: withExpiredAnnotation(present.metadata) } };
  });
}
