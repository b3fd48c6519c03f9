import { type Clock, type KindName, type Resource, type ResourceStore, restoreTimeLeft } from "@agatha/contracts";
import type { ReconcileResult } from "../runtime/controller.js";

interface PurgeDeps {
  resources: Pick<ResourceStore, "delete">;
  timers: Clock;
}

/**
 * Deletes an object permanently once its deletion can no longer be undone. Until then, calls `reconcile` as usual, so that a
 * restore loses nothing, and requeues the object in time. Throws Conflict if the object has changed since it was seen: it may have
 * been restored.
 */
export async function reconcileUntilPurged(
  deps: PurgeDeps,
  resource: Resource<KindName>,
  reconcile: () => Promise<ReconcileResult>,
): Promise<ReconcileResult> {
  const left = restoreTimeLeft(resource, deps.timers.now());
  if (left === undefined) return await reconcile();
  if (left <= 0) {
    await deps.resources.delete(resource.kind, resource.metadata, resource.metadata.resourceVersion);
    return {};
  }
  const { requeueAfter = left } = await reconcile();
  return { requeueAfter: Math.min(left, requeueAfter) };
}
