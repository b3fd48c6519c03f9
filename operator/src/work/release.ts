import { COLLECTIONS, FINALIZER, type KindName, type Resource, type ResourceStore } from "@agatha/contracts";
import type { Timers } from "@agatha/contracts/timers";
import type { Logger } from "pino";
import { type SweepDeps, sweep } from "./sweep.js";

export interface ReleaseDeps extends SweepDeps {
  resources: Pick<ResourceStore, "update">;
  timers: Timers;
  logger: Logger;
}

/** An object that cannot be cleaned up after for this long is let go all the same: deletion never blocks for ever. */
export const GIVE_UP_MS = 15 * 60_000;

/** Cleans up after an object that is marked for deletion, and lets it go. `remove` deletes what only this kind has. */
export async function release<K extends KindName>(deps: ReleaseDeps, resource: Resource<K>, remove: () => Promise<void>): Promise<void> {
  const { metadata } = resource;
  if (!metadata.finalizers?.includes(FINALIZER)) return;
  try {
    await remove();
    const tasks = await deps.documents.collection(COLLECTIONS.tasks).find({ where: { resourceUid: metadata.uid } });
    await sweep(
      deps,
      resource,
      tasks.map(({ id }) => id),
      { objects: [], documents: [] },
    );
  } catch (error) {
    if (deps.timers.now() - Date.parse(metadata.deletionTimestamp!) < GIVE_UP_MS) throw error;
    deps.logger.error({ err: error, kind: resource.kind, name: metadata.name, uid: metadata.uid }, "cleaning up failed; leftovers remain");
  }
  const finalizers = metadata.finalizers.filter((finalizer) => finalizer !== FINALIZER);
  await deps.resources.update(resource.kind, { ...resource, metadata: { ...metadata, finalizers } });
}
