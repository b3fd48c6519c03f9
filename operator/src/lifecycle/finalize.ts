import { type Clock, COLLECTIONS, FINALIZER, type KindName, type Resource, type ResourceStore } from "@agatha/contracts";
import type { Timers } from "@agatha/contracts/ports/timers";
import type { Logger } from "pino";
import { collectGarbage, type GarbageCollectionDeps } from "./garbage-collection.js";

export interface FinalizeDeps extends GarbageCollectionDeps {
  resources: Pick<ResourceStore, "update">;
  timers: Timers;
  logger: Logger;
}

/** Time after which an object is released even if cleaning up fails, so that deletion never blocks forever. */
export const FINALIZE_TIMEOUT_MS = 15 * 60_000;

/** Returns true if the object was deleted so long ago that it is released in any case. */
export function isReleaseDue({ metadata }: Resource<KindName>, clock: Clock): boolean {
  const { deletionTimestamp } = metadata;
  return deletionTimestamp !== undefined && clock.now() - Date.parse(deletionTimestamp) >= FINALIZE_TIMEOUT_MS;
}

/** Cleans up after an object that is marked for deletion, and removes its finalizer. `remove` deletes data specific to the kind. */
export async function finalize<K extends KindName>(deps: FinalizeDeps, resource: Resource<K>, remove: () => Promise<void>): Promise<void> {
  const { metadata } = resource;
  if (!metadata.finalizers?.includes(FINALIZER)) return;
  try {
    await remove();
    const tasks = await deps.documents.collection(COLLECTIONS.tasks).find({ where: { resourceUid: metadata.uid } });
    await collectGarbage(
      deps,
      resource,
      tasks.map(({ id }) => id),
      { objects: [], documents: [] },
    );
  } catch (error) {
    if (!isReleaseDue(resource, deps.timers)) throw error;
    deps.logger.error({ err: error, kind: resource.kind, name: metadata.name, uid: metadata.uid }, "cleaning up failed; leftovers remain");
  }
  const finalizers = metadata.finalizers.filter((finalizer) => finalizer !== FINALIZER);
  await deps.resources.update(resource.kind, { ...resource, metadata: { ...metadata, finalizers } });
}
