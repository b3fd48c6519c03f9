import { Unavailable } from "@agatha/contracts";
import { type Db, MongoClient, type MongoClientOptions, MongoServerSelectionError } from "mongodb";
import { within } from "../within.js";
import { type Exclusive, exclusiveFor } from "./write-claims.js";

export interface MongoPlace {
  url: string;
  database: string;
  options: MongoClientOptions;
  /** Milliseconds after which work that has not come to an end never will: longer than all time limits of a client together. */
  stalledMs: number;
}

/** A client that is connected, and what was found out by it. */
export interface MongoSession {
  db: Db;
  exclusive: Exclusive;
}

export interface MongoSessions {
  /** Hosts of the server. */
  readonly place: string;
  /** Throws Unavailable when the work does not come to an end: what it had to write may be there all the same. */
  use<R>(work: (session: MongoSession) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/**
 * A client at a time, and another one when it finds no server or does not come to an end. A driver (7.9) waits for ever for a
 * connection to drain that was closed as it was written to, which is when a server goes (cmap/connection.ts, writeCommand: it
 * hears of errors only). Where that was the connection of its monitor, it looks for the server never again.
 */
export function createMongoSessions({ url, database, options, stalledMs }: MongoPlace): MongoSessions {
  function create() {
    const client = new MongoClient(url, options);
    const db = client.db(database);
    const session = remembered(async () => {
      // A client that found no server when it was first used is closed for good, unless it is told to connect (driver 7.9).
      await client.connect();
      return { db, exclusive: await exclusiveFor(db) };
    });
    return { client, session, users: 0 };
  }

  let present = create();
  const place = present.client.options.hosts.join(", ");
  const stalled = () => new Stalled(`there was no end within ${stalledMs} ms`);
  let closing: Promise<void> | undefined;

  /** A client that was given up is closed by the last who leaves: a driver whose topology is closed under it may reject what nobody awaits. */
  function leave(mine: typeof present): void {
    mine.users--;
    if (mine !== present && mine.users === 0) mine.client.close().catch(() => {});
  }

  return {
    place,
    async use(work) {
      const mine = present;
      mine.users++;
      try {
        return await within(stalledMs, mine.session().then(work), stalled);
      } catch (error) {
        const useless = error instanceof MongoServerSelectionError || error instanceof Stalled;
        if (useless && mine === present && !closing) present = create();
        throw error;
      } finally {
        leave(mine);
      }
    },
    close() {
      // What never ends need not be waited for here either.
      closing ??= within(stalledMs, present.client.close(), stalled).catch((error: unknown) => {
        if (!(error instanceof Stalled)) throw error;
      });
      return closing;
    },
  };
}

class Stalled extends Unavailable {}

/** Does the work at the first call only; one that fails is forgotten, and done anew by the next call. */
export function remembered<A extends unknown[], R>(work: (...given: A) => Promise<R>): (...given: A) => Promise<R> {
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
