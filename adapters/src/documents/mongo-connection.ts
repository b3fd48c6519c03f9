import { Unavailable } from "@agatha/contracts";
import { type Db, MongoClient, type MongoClientOptions, MongoServerSelectionError } from "mongodb";
import { withTimeout } from "../with-timeout.js";
import { createDocumentLock, type DocumentLock } from "./document-lock.js";

export interface MongoConnectionOptions {
  url: string;
  database: string;
  options: MongoClientOptions;
  /** Milliseconds after which work that has not come to an end never will: longer than all time limits of a client together. */
  stalledMs: number;
}

/** A client that is connected, and what was found out by it. */
export interface MongoDatabase {
  db: Db;
  withLock: DocumentLock;
}

export interface MongoConnection {
  /** Hosts of the server. */
  readonly hosts: string;
  /** Throws Unavailable when the work does not come to an end: what it had to write may be there all the same. */
  use<R>(work: (session: MongoDatabase) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/**
 * A client at a time, and another one when it finds no server or does not come to an end. A driver (7.9) waits for ever for a
 * connection to drain that was closed as it was written to, which is when a server goes (cmap/connection.ts, writeCommand: it
 * hears of errors only). Where that was the connection of its monitor, it looks for the server never again.
 */
export function createMongoConnection({ url, database, options, stalledMs }: MongoConnectionOptions): MongoConnection {
  function create() {
    const client = new MongoClient(url, options);
    const db = client.db(database);
    const session = memoizeAsync(async () => {
      // A client that found no server when it was first used is closed for good, unless it is told to connect (driver 7.9).
      await client.connect();
      return { db, withLock: await createDocumentLock(db) };
    });
    return { client, session, users: 0 };
  }

  let present = create();
  const hosts = present.client.options.hosts.join(", ");
  const stalled = () => new OperationStalled(`there was no end within ${stalledMs} ms`);
  let closing: Promise<void> | undefined;

  /** A client that was given up is closed by the last who leaves: a driver whose topology is closed under it may reject what nobody awaits. */
  function leave(mine: typeof present): void {
    mine.users--;
    if (mine !== present && mine.users === 0) mine.client.close().catch(() => {});
  }

  return {
    hosts,
    async use(work) {
      const mine = present;
      mine.users++;
      try {
        return await withTimeout(stalledMs, mine.session().then(work), stalled);
      } catch (error) {
        const useless = error instanceof MongoServerSelectionError || error instanceof OperationStalled;
        if (useless && mine === present && !closing) present = create();
        throw error;
      } finally {
        leave(mine);
      }
    },
    close() {
      // What never ends need not be waited for here either.
      closing ??= withTimeout(stalledMs, present.client.close(), stalled).catch((error: unknown) => {
        if (!(error instanceof OperationStalled)) throw error;
      });
      return closing;
    },
  };
}

class OperationStalled extends Unavailable {}

/** Does the work at the first call only; one that fails is forgotten, and done anew by the next call. */
export function memoizeAsync<A extends unknown[], R>(work: (...given: A) => Promise<R>): (...given: A) => Promise<R> {
  let done: Promise<R> | undefined;
  return (...given) => {
    if (done) return done;
    const doing = work(...given);
    done = doing;
    doing.catch(() => {
      done = undefined;
    });
    return doing;
  };
}
