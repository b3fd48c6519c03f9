import type { CollectionDefinition, Document } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Interval and duration of retries to delete a document. */
const RETRY_INTERVAL_MS = 500;
const RETRY_FOR_MS = 60_000;

type ReleaseDeps = Pick<ApiDeps, "documents" | "logger">;

/**
 * Deletes a document that does not stay without this either: the reservation of a name expires, and the record of an upload is
 * swept away. Never throws, because the operation's own result stands. While the store is unavailable it tries again, so that the
 * same name can be reserved again.
 */
export async function releaseDocument<T extends Document>(
  deps: ReleaseDeps,
  collection: CollectionDefinition<T>,
  id: string,
): Promise<void> {
  try {
    await deps.documents.collection(collection).delete(id);
  } catch (error) {
    deps.logger.warn({ err: error, collection: collection.name, id }, "a document is left until the store is back");
    retryRelease(deps, collection, id, performance.now() + RETRY_FOR_MS);
  }
}

function retryRelease<T extends Document>(deps: ReleaseDeps, collection: CollectionDefinition<T>, id: string, until: number): void {
  const again = async (): Promise<void> => {
    try {
      await deps.documents.collection(collection).delete(id);
    } catch (error) {
      if (performance.now() < until) retryRelease(deps, collection, id, until);
      else deps.logger.warn({ err: error, collection: collection.name, id }, "a document is left until it expires or is swept away");
    }
  };
  setTimeout(() => void again(), RETRY_INTERVAL_MS).unref();
}
