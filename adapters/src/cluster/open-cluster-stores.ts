import { join } from "node:path";
import type { Clock, DocumentStore, EventBus, ObjectStore } from "@agatha/contracts";
import { errorReason } from "@agatha/contracts";
import { createMongoDocumentStore } from "../documents/mongo-document-store.js";
import { emitWarning } from "../emit-warning.js";
import { createNatsEventBus } from "../events/nats-event-bus.js";
import { createS3ObjectStore } from "../objects/s3-object-store.js";
import { retry } from "../retry.js";
import type { ClusterVariables } from "./environment-variables.js";

export interface ClusterStores {
  documents: DocumentStore;
  objects: ObjectStore;
  events: EventBus;
  close(): Promise<void>;
}

export interface ClusterStoresOptions {
  /** Name of the program in the event bus's list of connections. */
  program?: string;
  /** False for a program that only publishes events. */
  subscribes?: boolean;
  /** Milliseconds for which operations are retried while a store is unavailable. */
  maxRetryMs?: number;
  /** Aborts the wait at the start. */
  signal?: AbortSignal;
  /** Logs which store is awaited, and when the wait ends. */
  log?: (message: string) => void;
  /** Called with errors of background work. */
  onError?: (error: unknown) => void;
  /** Tells which documents have expired. */
  clock?: Clock;
}

const LOG_INTERVAL_MS = 30_000;
/** Events are hints, so operations wait no longer than this for the event bus. */
const EVENT_BUS_TIMEOUT_MS = 3_000;

/** Opens a cluster's stores, and waits for them without limit. If the signal aborts, throws and leaves nothing open. */
export async function openClusterStores(variables: ClusterVariables, options: ClusterStoresOptions = {}): Promise<ClusterStores> {
  const { program = "agatha", subscribes = true, log = () => {}, onError = emitWarning, signal } = options;
  const retryOptions = options.maxRetryMs === undefined ? {} : { maxRetryMs: options.maxRetryMs };
  const objects = createS3ObjectStore({
    endpoint: variables.AGATHA_S3_ENDPOINT,
    bucket: variables.AGATHA_S3_BUCKET,
    region: variables.AGATHA_S3_REGION,
    accessKey: variables.AGATHA_S3_ACCESS_KEY,
    secretKey: variables.AGATHA_S3_SECRET_KEY,
    sessionToken: variables.AGATHA_S3_SESSION_TOKEN,
    scratch: join(variables.AGATHA_SCRATCH, "agatha-objects"),
    ...retryOptions,
  });
  const documents = createMongoDocumentStore({
    url: variables.AGATHA_MONGODB_URL,
    database: variables.AGATHA_MONGODB_DATABASE,
    onError,
    ...(options.clock && { clock: options.clock }),
    ...retryOptions,
  });
  const events = createNatsEventBus({
    servers: variables.AGATHA_NATS_URL,
    name: program,
    subscribes,
    onError,
    ...(variables.AGATHA_NATS_TOKEN !== undefined && { token: variables.AGATHA_NATS_TOKEN }),
  });

  const close = async () => {
    await Promise.all([events.close(), documents.close(), objects.close()]);
  };
  const waitFor = (store: string, ready: () => Promise<void>) => waitForStore(store, ready, signal, log);
  try {
    await Promise.all([
      waitFor("the object store", async () => {
        await objects.ping().catch(() => objects.ensureBucket());
      }),
      waitFor("the document store", documents.ping),
      waitForEventBus(events, signal),
    ]);
    return { documents, objects, events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits without limit, and logs at the first failure, then every 30 s, and at the end. */
async function waitForStore(store: string, ready: () => Promise<void>, signal: AbortSignal | undefined, log: (message: string) => void) {
  let loggedAt: number | undefined;
  const onRetry = (error: unknown) => {
    if (loggedAt !== undefined && performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log(`waiting for ${store}: ${errorReason(error)}`);
  };
  signal?.throwIfAborted();
  await retry({ store, maxRetryMs: Number.POSITIVE_INFINITY, isUnavailable: () => true, signal, onRetry }, ready);
  if (loggedAt !== undefined) log(`${store} is there`);
}

/** Waits for a moment only. */
async function waitForEventBus({ ping }: Pick<EventBus, "ping">, signal: AbortSignal | undefined): Promise<void> {
  await retry({ store: "the event bus", maxRetryMs: EVENT_BUS_TIMEOUT_MS, isUnavailable: () => true, signal }, ping).catch(() => {});
  signal?.throwIfAborted();
}
