import type { DocumentsById, ObjectStore } from "@agatha/contracts";
import { createTaskDocuments } from "../documents/task-documents.js";
import { isClockSkew } from "../objects/s3-errors.js";
import { CredentialsRefused } from "../objects/s3-refusals.js";
import type { JobVariables } from "./environment-variables.js";
import { openObjectStore } from "./open-object-store.js";
import { waitForStore } from "./wait-for-store.js";

interface JobStores {
  documents: DocumentsById;
  objects: ObjectStore;
  close(): Promise<void>;
}

interface JobStoresOptions {
  /** Milliseconds for which the start waits, and for which operations are retried, while a store or the operator is unavailable. */
  maxRetryMs: number;
  /** Aborts the wait at the start. */
  signal: AbortSignal;
  /** Logs what is awaited, and when the wait ends. */
  log: (message: string) => void;
}

/**
 * Opens what a job in a cluster reaches, and waits for it no longer than operations do. Throws at once if the object store does not
 * accept credentials that another attempt gets anew. If it throws, it leaves nothing open.
 */
export async function openJobStores(variables: JobVariables, { maxRetryMs, signal, log }: JobStoresOptions): Promise<JobStores> {
  const objects = openObjectStore(variables, { maxRetryMs });
  const documents = createTaskDocuments({ url: variables.AGATHA_TASK_URL, token: variables.AGATHA_TASK_TOKEN, maxRetryMs });
  // Credentials without a session token are the operator's own, which stay the same.
  const isRenewed = variables.AGATHA_S3_SESSION_TOKEN !== undefined;
  const isUnavailable = (error: unknown) => !(isRenewed && error instanceof CredentialsRefused && !isClockSkew(error.cause));
  const options = { maxRetryMs, isUnavailable, signal, log };
  try {
    await Promise.all([waitForStore("the object store", objects.ping, options), waitForStore("the operator", documents.ping, options)]);
    return { documents, objects, close: () => objects.close() };
  } catch (error) {
    await objects.close();
    throw error;
  }
}
