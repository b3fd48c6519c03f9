import type { Clock, KindName, Resource, StatusOf, Unavailable } from "@agatha/contracts";
import { STORE_UNAVAILABLE } from "./condition-messages.js";
import { withObstacle } from "./conditions.js";

/**
 * Returns the status of an object that cannot be reconciled because a store does not answer or refuses. Returns undefined if its
 * present spec was reconciled before, since its status still has the state. Pure function.
 */
export function statusWithoutStore<K extends KindName>(resource: Resource<K>, error: Unavailable, clock: Clock): StatusOf<K> | undefined {
  const { metadata, status } = resource;
  if (status?.observedGeneration === metadata.generation) return undefined;
  return withObstacle(resource, { reason: STORE_UNAVAILABLE, message: messageOf(error) }, clock);
}

/** Repeated failures have the same words. */
function messageOf(error: Unavailable): string {
  if (error.service === undefined) return `${error.message.replace(/\.?$/, ".")} The operator tries again, and goes on by itself.`;
  return `The ${error.service} does not answer. The operator waits for it, and goes on by itself. Its log has the error.`;
}
