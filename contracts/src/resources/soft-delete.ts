/**
 * Two-step deletion of datasets and models. A user's deletion sets a mark, which hides the object from everybody at once. Until
 * the restore window ends, the mark can be removed. After that the operator deletes the object permanently.
 */
import type { ObjectMeta } from "../kinds/meta.js";

/** Time at which a user deleted the object, in ISO 8601. */
export const DELETED_AT_ANNOTATION = "agatha.dev/deleted-at";
/** Uid of the automatic training with which the user deleted the model. */
export const DELETED_WITH_ANNOTATION = "agatha.dev/deleted-with";
/** Period in which a deletion can be undone. */
export const RESTORE_WINDOW_MS = 24 * 3_600_000;

interface Deletable {
  metadata: Pick<ObjectMeta, "deletionTimestamp" | "annotations">;
}

/** Returns the milliseconds left to undo the deletion; zero or less if it is too late, and undefined without a mark. */
export function restoreTimeLeft({ metadata }: Deletable, now: number): number | undefined {
  const at = Date.parse(metadata.annotations?.[DELETED_AT_ANNOTATION] ?? "");
  return Number.isNaN(at) ? undefined : at + RESTORE_WINDOW_MS - now;
}

/** Returns true if the object counts as absent: deleted permanently, or marked. */
export function isMarkedDeleted(object: Deletable): boolean {
  return object.metadata.deletionTimestamp !== undefined || restoreTimeLeft(object, 0) !== undefined;
}

/** Returns the annotations with the mark. `deletedWith` is the uid of the object whose deletion includes this one. */
export function withDeletedAnnotation({ annotations }: Deletable["metadata"], at: string, deletedWith?: string): Record<string, string> {
  return { ...annotations, [DELETED_AT_ANNOTATION]: at, ...(deletedWith !== undefined && { [DELETED_WITH_ANNOTATION]: deletedWith }) };
}

/** Returns the annotations with a mark whose restore window is over, so that the operator deletes the object permanently. */
export function withExpiredAnnotation(metadata: Deletable["metadata"]): Record<string, string> {
  return withDeletedAnnotation(metadata, new Date(0).toISOString());
}

/** Returns the annotations without the mark. */
export function withoutDeletedAnnotation({ annotations = {} }: Deletable["metadata"]): Record<string, string> {
  const { [DELETED_AT_ANNOTATION]: _at, [DELETED_WITH_ANNOTATION]: _with, ...rest } = annotations;
  return rest;
}
