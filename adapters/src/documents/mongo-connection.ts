import { Unavailable } from "@agatha/contracts";
import { type Db, MongoClient, type MongoClientOptions, MongoServerSelectionError } from "mongodb";
import { memoizeAsync } from "../memoize-async.js";
import { withTimeout } from "../with-timeout.js";
import { createDocumentLock, type DocumentLock } from "./document-lock.js";

interface MongoConnectionOptions {
  url: string;
  database: string;
  options: MongoClientOptions;
  /** Milliseconds after which unfinished work is abandoned. It exceeds all of a client's time limits together. */
  stalledMs: number;
}

/** Connected client, with the lock that its server needs. */
interface MongoDatabase {
  db: Db;
  withLock: DocumentLock;
}

interface MongoConnection {
  /** Host names of the server. */
  readonly hosts: string;
  /** Runs the work. Throws Unavailable if the work does not finish; its writes may have happened. */
  use<R>(work: (session: MongoDatabase) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/**
 * Creates a connection with one client at a time. A new client replaces one that finds no server or does not finish. The driver
 * (7.9) can wait forever for a connection to drain: this happens if the connection closes during a write, as when a server goes
 * away (cmap/connection.ts, writeCommand: it listens only for errors). If that is the monitor's connection, the client never
 * looks for the server again.
 */
export function createMongoConnection({ url, database, options, stalledMs }: MongoConnectionOptions): MongoConnection {
  function create() {
    const client = new MongoClient(url, options);
    const db = client.db(database);
    const session = memoizeAsync(async () => {
      // A client that found no server on first use stays closed unless connect is called (driver 7.9).
      await client.connect();
      return { db, withLock: await createDocumentLock(db) };
    });
    return { client, session, users: 0 };
  }

  let current = create();
  const hosts = current.client.options.hosts.join(", ");
  const stalled = () => new OperationStalled(`there was no end within ${stalledMs} ms`);
  let closing: Promise<void> | undefined;

  /**
   * Releases a client. Its last user closes an abandoned client: a driver whose topology closes during use may reject promises
   * that nobody awaits.
   */
  function releaseClient(mine: typeof current): void {
    mine.users--;
    if (mine !== current && mine.users === 0) mine.client.close().catch(() => {});
  }

  return {
    hosts,
    async use(work) {
      const mine = current;
      mine.users++;
      try {
        return await withTimeout(stalledMs, mine.session().then(work), stalled);
      } catch (error) {
        const isBroken = error instanceof MongoServerSelectionError || error instanceof OperationStalled;
        if (isBroken && mine === current && !closing) current = create();
        throw error;
      } finally {
        releaseClient(mine);
      }
    },
    close() {
      // Closing must not wait for a client that never finishes.
      closing ??= withTimeout(stalledMs, current.client.close(), stalled).catch((error: unknown) => {
        if (!(error instanceof OperationStalled)) throw error;
      });
      return closing;
    },
  };
}

class OperationStalled extends Unavailable {}
