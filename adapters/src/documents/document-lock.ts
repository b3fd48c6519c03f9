import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createMutexByKey } from "@agatha/contracts/mutex";
import type { Db } from "mongodb";
import { isDuplicateKeyError } from "./mongo-errors.js";

/** Runs the work for a document. No other such work for the document runs at the same time, in this process or another. */
export type DocumentLock = <R>(document: string, work: () => Promise<R>) => Promise<R>;

interface Claim {
  _id: string;
  holder: string;
}

const COLLECTION = "claims";
/** Age at which a claim is abandoned: its holder has died, since the work takes milliseconds. */
export const CLAIM_EXPIRY_MS = 10_000;
const POLL_INTERVAL_MS = 10;

/**
 * Creates the lock for compare-and-set writes. MongoDB evaluates the condition of an update at the moment of writing, so it needs
 * no lock. FerretDB 1 finds the document and then writes it by its id alone (common/update.go of v1.24), so two concurrent
 * compare-and-sets both succeed. There, a writer first inserts a claim, a document with a unique id. `buildInfo` distinguishes
 * the two servers.
 */
export async function createDocumentLock(db: Db): Promise<DocumentLock> {
  const info = await db.command({ buildInfo: 1 });
  return "ferretdbVersion" in info ? createClaimLock(db) : (_document, work) => work();
}

function createClaimLock(db: Db): DocumentLock {
  const claims = db.collection<Claim>(COLLECTION);
  const inThisProcess = createMutexByKey();

  /** Returns undefined if this holder has the claim, otherwise the other holder. A previous attempt whose response was lost counts. */
  async function tryClaim(_id: string, holder: string): Promise<string | undefined> {
    try {
      await claims.insertOne({ _id, holder });
      return undefined;
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
    const present = await claims.findOne({ _id });
    return present?.holder === holder ? undefined : (present?.holder ?? "gone");
  }

  async function claim(_id: string, holder: string): Promise<void> {
    let other = await tryClaim(_id, holder);
    for (let since = performance.now(); other !== undefined; ) {
      await delay(POLL_INTERVAL_MS * (0.5 + Math.random()));
      if (performance.now() - since > CLAIM_EXPIRY_MS) await claims.deleteOne({ _id, holder: other });
      const next = await tryClaim(_id, holder);
      if (next !== other) since = performance.now();
      other = next;
    }
  }

  async function runExclusively<R>(document: string, work: () => Promise<R>): Promise<R> {
    const holder = randomUUID();
    await claim(document, holder);
    try {
      return await work();
    } finally {
      await claims.deleteOne({ _id: document, holder });
    }
  }

  return (document, work) => inThisProcess(document, () => runExclusively(document, work));
}
