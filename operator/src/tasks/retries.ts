/** Tries after a permanent failure. */
import { isMarkedDeleted, type KindName, MAX_RETRY_LENGTH, RETRY_ANNOTATION, type Resource } from "@agatha/contracts";

/** Returns the object's request to try again, if any. A request in the trash counts once the object is restored. */
function retryRequest(resource: Pick<Resource<KindName>, "metadata">): string | undefined {
  if (isMarkedDeleted(resource)) return undefined;
  return resource.metadata.annotations?.[RETRY_ANNOTATION]?.slice(0, MAX_RETRY_LENGTH);
}

/** Returns true if the object asks for a try that its status has not seen yet. */
export function isRetryRequested(resource: Resource<KindName>): boolean {
  const request = retryRequest(resource);
  return request !== undefined && request !== resource.status?.retried;
}

/** Returns the field of the status that says which request was seen. */
export function seenRetry(resource: Resource<KindName>): { retried?: string } {
  const request = retryRequest(resource) ?? resource.status?.retried;
  return request === undefined ? {} : { retried: request };
}
