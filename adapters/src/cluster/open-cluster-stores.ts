import { join } from "node:path";
import type { DocumentStore, EventBus, ObjectStore } from "@agatha/contracts";
import { errorReason } from "@agatha/contracts";
import { pause } from "@agatha/contracts/ports/timers";
import { createMongoDocumentStore } from "../documents/mongo-document-store.js";
import { emitWarning } from "../emit-warning.js";
import { createNatsEventBus } from "../events/nats-event-bus.js";
import { createS3ObjectStore } from "../objects/s3-object-store.js";
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
}

const RETRY_INTERVAL_MS = 1_000;
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
    scratch: join(variables.AGATHA_SCRATCH, "agatha-objects"),
    ...retryOptions,
  });
  const documents = createMongoDocumentStore({
    url: variables.AGATHA_MONGODB_URL,
    database: variables.AGATHA_MONGODB_DATABASE,
    onError,
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
  const waitForStore = (store: string, ready: () => Promise<void>) => waitFor(ready, { store, log, signal });
  try {
    await Promise.all([
      waitForStore("the object store", async () => {
        await objects.ping().catch(() => objects.ensureBucket());
      }),
      waitForStore("the document store", documents.ping),
      waitFor(events.ping, { store: "the event bus", log: () => {}, signal, limitMs: EVENT_BUS_TIMEOUT_MS }),
    ]);
    return { documents, objects, events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface WaitOptions {
  store: string;
  log: (message: string) => void;
  signal: AbortSignal | undefined;
  limitMs?: number;
}

async function waitFor(ready: () => Promise<void>, { store, log, signal, limitMs }: WaitOptions): Promise<void> {
  const startedAt = Date.now();
  let loggedAt: number | undefined;
  for (;;) {
    signal?.throwIfAborted();
    try {
      await ready();
      if (loggedAt !== undefined) log(`${store} is there`);
      return;
    } catch (error) {
      if (limitMs !== undefined && Date.now() - startedAt > limitMs) return;
      if (loggedAt === undefined || Date.now() - loggedAt > LOG_INTERVAL_MS) {
        loggedAt = Date.now();
        log(`waiting for ${store}: ${errorReason(error)}`);
      }
    }
    await pause(limitMs === undefined ? RETRY_INTERVAL_MS : RETRY_INTERVAL_MS / 20, signal);
  }
}
