import { type Clock, type CollectionDefinition, type Document, type DocumentStore, systemClock } from "@agatha/contracts";
import type { Db } from "mongodb";
import { emitWarning } from "../emit-warning.js";
import { memoizeAsync } from "../memoize-async.js";
import { retry } from "../retry.js";
import { CLAIM_EXPIRY_MS } from "./document-lock.js";
import { createMongoCollection } from "./mongo-collection.js";
import { createMongoConnection } from "./mongo-connection.js";
import { isUnavailable } from "./mongo-errors.js";
import { ensureIndexes, type MongoRow } from "./mongo-rows.js";

export interface MongoDocumentStoreOptions {
  /** `mongodb://user:password@host:27017`. */
  url: string;
  database: string;
  clock?: Clock;
  /** Milliseconds within which a reachable server must respond. */
  timeoutMs?: number;
  /** Milliseconds for which operations are retried while no server is reachable. */
  maxRetryMs?: number;
  /** Milliseconds between sweeps of expired documents. */
  sweepIntervalMs?: number;
  /** Called with errors of background work. */
  onError?: (error: unknown) => void;
}

/** Time after which the driver reports that it finds no server. The retries are in this store. */
const SERVER_SELECTION_MS = 5_000;
/** An operation consists of several commands, and may wait for a dead holder's claim. After this many time limits it is abandoned. */
const STALL_FACTOR = 4;
/** Largest number of concurrent operations; others wait. */
const MAX_CONNECTIONS = 32;

/**
 * Creates a document store in MongoDB, or in any server with its wire protocol. It uses single-document writes with write concern
 * majority, and neither transactions nor change streams. It connects on first use, and reconnects automatically without limit.
 */
export function createMongoDocumentStore({
  url,
  database,
  clock = systemClock,
  timeoutMs = 15_000,
  maxRetryMs = 20_000,
  sweepIntervalMs = 30_000,
  onError = emitWarning,
}: MongoDocumentStoreOptions): DocumentStore {
  const sessions = createMongoConnection({
    url,
    database,
    stalledMs: CLAIM_EXPIRY_MS + STALL_FACTOR * timeoutMs,
    options: {
      appName: "agatha",
      maxPoolSize: MAX_CONNECTIONS,
      waitQueueTimeoutMS: timeoutMs,
      serverSelectionTimeoutMS: Math.min(timeoutMs, SERVER_SELECTION_MS),
      connectTimeoutMS: timeoutMs,
      socketTimeoutMS: timeoutMs,
      heartbeatFrequencyMS: 5_000,
      readConcern: { level: "majority" },
      writeConcern: { w: "majority", wtimeoutMS: timeoutMs },
      ignoreUndefined: true,
    },
  });
  const retryOptions = {
    store: `The document store at ${sessions.hosts}`,
    maxRetryMs,
    isUnavailable,
    service: "document store",
  } as const;
  const indexPreparations = new Map<string, (db: Db) => Promise<void>>();
  const sweptCollections = new Set<string>();
  let closing: Promise<void> | undefined;

  const timer = setInterval(() => {
    for (const name of sweptCollections) {
      const expiredFilter = { expires: { $lte: clock.now() } };
      const removed = sessions.use(({ db }) => db.collection<MongoRow>(name).deleteMany(expiredFilter));
      // Closing the store interrupts a sweep.
      removed.catch((error: unknown) => closing ?? onError(error));
    }
  }, sweepIntervalMs);
  timer.unref();

  /** Runs once for each set of indexes. */
  function prepare<T extends Document>(db: Db, definition: CollectionDefinition<T>): Promise<void> {
    const key = `${definition.name} ${Object.keys(definition.indexes).join()}`;
    const preparing =
      indexPreparations.get(key) ?? memoizeAsync((present: Db) => ensureIndexes(present.collection<MongoRow>(definition.name), definition));
    indexPreparations.set(key, preparing);
    return preparing(db);
  }

  function checkOpen(): void {
    if (closing) throw new Error("The document store is closed");
  }

  return {
    collection<T extends Document>(definition: CollectionDefinition<T>) {
      sweptCollections.add(definition.name);
      return createMongoCollection(definition, {
        clock,
        attempt: (operation) =>
          retry(retryOptions, async () => {
            checkOpen();
            return await sessions.use(async ({ db, withLock }) => {
              await prepare(db, definition);
              return await operation(db.collection<MongoRow>(definition.name), withLock);
            });
          }),
      });
    },
    async ping() {
      checkOpen();
      await retry({ ...retryOptions, maxRetryMs: 0 }, async () => {
        await sessions.use(({ db }) => db.command({ ping: 1 }));
      });
    },
    close() {
      clearInterval(timer);
      closing ??= sessions.close();
      return closing;
    },
  };
}
