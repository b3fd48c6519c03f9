import type { Clock, JobRefused, KindName, Resource, StatusOf } from "@agatha/contracts";
import { JOB_REFUSED } from "./condition-messages.js";
import { withObstacle } from "./conditions.js";

/**
 * Returns the status of an object whose job the cluster refuses. Returns undefined if the status says so already, or if the object is
 * Ready without the job, such as a checked dataset without its profile. The words of a later refusal are only in the log: if the words
 * in the status differed each time, the object would be reconciled without a pause. Pure function.
 */
export function statusOfRefusedJob<K extends KindName>(
  resource: Resource<K>,
  { message }: JobRefused,
  clock: Clock,
): StatusOf<K> | undefined {
  const { metadata, status } = resource;
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const told = ready?.status === "True" || ready?.reason === JOB_REFUSED;
  if (told && ready.observedGeneration === metadata.generation) return undefined;
  return withObstacle(resource, { reason: JOB_REFUSED, message: `The cluster refuses the job, which is tried again: ${message}` }, clock);
}
