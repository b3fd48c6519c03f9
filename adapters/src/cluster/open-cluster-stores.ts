import { type Clock, type DocumentStore, type EventBus, type ObjectStore, type ServiceName, Unavailable } from "@agatha/contracts";
import { createMongoDocumentStore } from "../documents/mongo-document-store.js";
import { emitWarning } from "../emit-warning.js";
import { createNatsEventBus } from "../events/nats-event-bus.js";
import { retry } from "../retry.js";
import type { ClusterVariables } from "./environment-variables.js";
import { ensureObjectStore, openObjectStore } from "./open-object-store.js";
import { waitForStore } from "./wait-for-store.js";

export interface ClusterStores {
  documents: DocumentStore;
  objects: ObjectStore;
  events: EventBus;
  close(): Promise<void>;
}

/** Stores that need not have answered yet. */
interface ConnectedStores extends ClusterStores {
  /** Resolves once they have answered, which is awaited without limit. Rejects if the signal aborts. */
  opened: Promise<void>;
  /** Returns an error about a store that has not answered yet, if there is one. */
  awaited(): Unavailable | undefined;
}

interface ClusterStoresOptions {
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
  /** Clock that decides which documents have expired. */
  clock?: Clock;
}

/** Events are hints, so operations wait no longer than this for the event bus. */
const EVENT_BUS_TIMEOUT_MS = 3_000;

/** Opens a cluster's stores, and waits for them without limit. If the signal aborts, throws and leaves nothing open. */
export async function openClusterStores(variables: ClusterVariables, options: ClusterStoresOptions = {}): Promise<ClusterStores> {
  const { opened, documents, objects, events, close } = connectClusterStores(variables, options);
  try {
    await opened;
    return { documents, objects, events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns a cluster's stores at once. */
export function connectClusterStores(variables: ClusterVariables, options: ClusterStoresOptions = {}): ConnectedStores {
  const { program = "agatha", subscribes = true, log = () => {}, onError = emitWarning, signal } = options;
  const retryOptions = options.maxRetryMs === undefined ? {} : { maxRetryMs: options.maxRetryMs };
  const objects = openObjectStore(variables, retryOptions);
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

  const awaited = new Set<Unavailable>();
  async function waitFor(service: ServiceName, ready: () => Promise<void>): Promise<void> {
    const store = `the ${service}`;
    const error = new Unavailable(`${store} has not answered since the start`, { service });
    awaited.add(error);
    await waitForStore(store, ready, { signal, log });
    awaited.delete(error);
  }
  async function open(): Promise<void> {
    await Promise.all([
      waitFor("object store", () => ensureObjectStore(objects)),
      waitFor("document store", documents.ping),
      waitForEventBus(events, signal),
    ]);
  }
  return {
    documents,
    objects,
    events,
    opened: open(),
    awaited: () => awaited.values().next().value,
    async close() {
      await Promise.all([events.close(), documents.close(), objects.close()]);
    },
  };
}

/** Waits for a moment only. */
async function waitForEventBus({ ping }: Pick<EventBus, "ping">, signal: AbortSignal | undefined): Promise<void> {
  await retry({ store: "the event bus", maxRetryMs: EVENT_BUS_TIMEOUT_MS, isUnavailable: () => true, signal }, ping).catch(() => {});
  signal?.throwIfAborted();
}
