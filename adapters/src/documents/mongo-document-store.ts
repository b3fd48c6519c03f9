import { type Clock, type CollectionDefinition, type Document, type DocumentStore, systemClock } from "@agatha/contracts";
import { MongoClient } from "mongodb";
import { warnOf } from "../warnings.js";
import { createMongoCollection, prepareIndexes, type Row } from "./mongo-collection.js";

export interface MongoDocumentStoreOptions {
  /** `mongodb://user:password@host:27017`. */
  url: string;
  database: string;
  clock?: Clock;
  /** Milliseconds between two removals of expired documents. */
  sweepIntervalMs?: number;
  /** Hears of what goes wrong in the background. */
  onError?: (error: unknown) => void;
}

const TIMEOUT_MS = 10_000;

/**
 * Documents in MongoDB, or any server of its wire protocol: single-document writes with write concern majority, no transactions
 * and no change streams. It connects when it is first used, and again by itself.
 */
export function createMongoDocumentStore({
  url,
  database,
  clock = systemClock,
  sweepIntervalMs = 30_000,
  onError = warnOf,
}: MongoDocumentStoreOptions): DocumentStore {
  const client = new MongoClient(url, {
    appName: "agatha",
    serverSelectionTimeoutMS: TIMEOUT_MS,
    connectTimeoutMS: TIMEOUT_MS,
    socketTimeoutMS: 3 * TIMEOUT_MS,
    writeConcern: { w: "majority" },
    ignoreUndefined: true,
  });
  const db = client.db(database);
  const prepared = new Map<string, Promise<void>>();
  let closing: Promise<void> | undefined;

  const timer = setInterval(() => {
    for (const name of prepared.keys()) {
      db.collection<Row>(name)
        .deleteMany({ expires: { $lte: clock.now() } })
        .catch(onError);
    }
  }, sweepIntervalMs);
  timer.unref();

  /** Once for each collection; tried again by the next call when it fails. */
  function prepare<T extends Document>(definition: CollectionDefinition<T>): Promise<void> {
    const key = `${definition.name} ${Object.keys(definition.indexes).join()}`;
    const present = prepared.get(key);
    if (present) return present;
    const work = prepareIndexes(db.collection<Row>(definition.name), definition);
    prepared.set(key, work);
    work.catch(() => prepared.delete(key));
    return work;
  }

  return {
    collection<T extends Document>(definition: CollectionDefinition<T>) {
      return createMongoCollection(definition, {
        clock,
        async rows() {
          if (closing) throw new Error("The document store is closed");
          await prepare(definition);
          return db.collection<Row>(definition.name);
        },
      });
    },
    async ping() {
      if (closing) throw new Error("The document store is closed");
      await db.command({ ping: 1 });
    },
    close() {
      clearInterval(timer);
      closing ??= client.close();
      return closing;
    },
  };
}
