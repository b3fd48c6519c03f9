import { isDeepStrictEqual } from "node:util";
import type { KindName, Resource, ResourceStore, StatusOf, TransitionRecorder } from "@agatha/contracts";
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";
import { conditionTransitions } from "./condition-transitions.js";

export interface StatusWriter {
  resources: Pick<ResourceStore, "updateStatus">;
  /** Optional: some installations have no viewer for transitions. */
  recorder?: Pick<TransitionRecorder, "record">;
}

/**
 * Writes the status and records its transitions if it differs from the object's, and returns whether it did. Throws Conflict if the
 * object is outdated.
 */
export async function writeStatus<K extends KindName>(
  { resources, recorder }: StatusWriter,
  resource: Resource<K>,
  status: StatusOf<K>,
): Promise<boolean> {
  const wanted = withoutUndefined(status);
  if (isDeepStrictEqual(withoutUndefined(resource.status ?? {}), wanted)) return false;
  await resources.updateStatus(resource.kind as K, { ...resource, status: wanted });
  for (const transition of conditionTransitions(resource.status, status)) recorder?.record(resource, transition);
  return true;
}
