import { type Clock, type CollectionDefinition, type Document, type DocumentStore, systemClock } from "@agatha/contracts";
import { MongoClient } from "mongodb";
import { withPatience } from "../patience.js";
import { warnOf } from "../warnings.js";
import { createMongoCollection } from "./mongo-collection.js";
import { isUnavailable } from "./mongo-failures.js";
import { prepareIndexes, type Row } from "./mongo-rows.js";
import { exclusiveFor } from "./write-claims.js";

export interface MongoDocumentStoreOptions {
  /** `mongodb://user:password@host:27017`. */
  url: string;
  database: string;
  clock?: Clock;
  /** Milliseconds in which a server that is there has to answer. */
  timeoutMs?: number;
  /** Milliseconds for which operations are tried again while there is no server. */
  patienceMs?: number;
  /** Milliseconds between two removals of expired documents. */
  sweepIntervalMs?: number;
  /** Hears of what goes wrong in the background. */
  onError?: (error: unknown) => void;
}

/** Until an operation that finds no server is told so; patience is ours. */
const SELECTION_MS = 5_000;
/** Operations at once; more wait for their turn. */
const CONNECTIONS = 32;

/**
 * Documents in MongoDB, or any server of its wire protocol: single-document writes with write concern majority, no transactions
 * and no change streams. It connects when it is first used, and again by itself, without limit.
 */
export function createMongoDocumentStore({
  url,
  database,
  clock = systemClock,
  timeoutMs = 15_000,
  patienceMs = 20_000,
  sweepIntervalMs = 30_000,
  onError = warnOf,
}: MongoDocumentStoreOptions): DocumentStore {
  const client = new MongoClient(url, {
    appName: "agatha",
    maxPoolSize: CONNECTIONS,
    waitQueueTimeoutMS: timeoutMs,
    serverSelectionTimeoutMS: Math.min(timeoutMs, SELECTION_MS),
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    heartbeatFrequencyMS: 5_000,
    readConcern: { level: "majority" },
    writeConcern: { w: "majority", wtimeoutMS: timeoutMs },
    ignoreUndefined: true,
  });
  const db = client.db(database);
  const store = `The document store at ${client.options.hosts.join(", ")}`;
  const patience = { store, patienceMs, isUnavailable, code: "011101" } as const;
  const prepared = new Map<string, () => Promise<void>>();
  const swept = new Set<string>();
  let closing: Promise<void> | undefined;

  const timer = setInterval(() => {
    for (const name of swept) {
      const due = { expires: { $lte: clock.now() } };
      const removed = db.collection<Row>(name).deleteMany(due);
      // What is on its way when the store is closed is broken off.
      removed.catch((error: unknown) => closing ?? onError(error));
    }
  }, sweepIntervalMs);
  timer.unref();

  // A client that found no server when it was first used is closed for good, unless it is told to connect (driver 7.9).
  const connect = remembered(() => client.connect());
  const claims = remembered(() => exclusiveFor(db));

  /** Once for each set of indexes. */
  function prepare<T extends Document>(definition: CollectionDefinition<T>): Promise<void> {
    const key = `${definition.name} ${Object.keys(definition.indexes).join()}`;
    const preparing = prepared.get(key) ?? remembered(() => prepareIndexes(db.collection<Row>(definition.name), definition));
    prepared.set(key, preparing);
    return preparing();
  }

  function checkOpen(): void {
    if (closing) throw new Error("The document store is closed");
  }

  return {
    collection<T extends Document>(definition: CollectionDefinition<T>) {
      swept.add(definition.name);
      return createMongoCollection(definition, {
        clock,
        attempt: (operation) =>
          withPatience(patience, async () => {
            checkOpen();
            await connect();
            const [exclusive] = await Promise.all([claims(), prepare(definition)]);
            return await operation(db.collection<Row>(definition.name), exclusive);
          }),
      });
    },
    async ping() {
      checkOpen();
      await withPatience({ ...patience, patienceMs: 0 }, async () => {
        await connect();
        await db.command({ ping: 1 });
      });
    },
    close() {
      clearInterval(timer);
      closing ??= client.close();
      return closing;
    },
  };
}

/** Does the work at the first call only; one that fails is forgotten, and done anew by the next call. */
function remembered<R>(work: () => Promise<R>): () => Promise<R> {
  let done: Promise<R> | undefined;
  return () => {
    done ??= work();
    done.catch(() => {
      done = undefined;
    });
    return done;
  };
}
