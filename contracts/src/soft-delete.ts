/**
 * Datasets and models are deleted in two steps: people's deletion is a mark, with which they are gone for everybody at once;
 * until the time to undo it has passed the mark can be taken away, and after it the operator deletes them for good.
 */
import type { ObjectMeta } from "./kinds/meta.js";

/** When somebody deleted the object, as an ISO time. */
export const DELETED_AT_ANNOTATION = "agatha.dev/deleted-at";
/** For how long that can be undone. */
export const RESTORE_WINDOW_MS = 24 * 3_600_000;

interface Deletable {
  metadata: Pick<ObjectMeta, "deletionTimestamp" | "annotations">;
}

/** Milliseconds for which the deletion can still be undone, zero or less when it cannot; undefined without a mark. */
export function restoreTimeLeft({ metadata }: Deletable, now: number): number | undefined {
  const at = Date.parse(metadata.annotations?.[DELETED_AT_ANNOTATION] ?? "");
  return Number.isNaN(at) ? undefined : at + RESTORE_WINDOW_MS - now;
}

/** Whether it is to be treated as if it were not there: deleted for good, or marked. */
export function isMarkedDeleted(object: Deletable): boolean {
  return object.metadata.deletionTimestamp !== undefined || restoreTimeLeft(object, 0) !== undefined;
}

/** The annotations with the mark. */
export function withDeletedAnnotation({ annotations }: Deletable["metadata"], at: string): Record<string, string> {
  return { ...annotations, [DELETED_AT_ANNOTATION]: at };
}

/** The annotations without it. */
export function withoutDeletedAnnotation({ annotations = {} }: Deletable["metadata"]): Record<string, string> {
  const { [DELETED_AT_ANNOTATION]: _, ...rest } = annotations;
  return rest;
}
