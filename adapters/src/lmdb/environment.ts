import { mkdirSync } from "node:fs";
import { asNotWritable, errorReason } from "@agatha/contracts";
import { type Database, open, type RootDatabase } from "lmdb";

export type Environment = RootDatabase<unknown, string>;
export type Table<V> = Database<V, string>;

/**
 * Opens the LMDB folder. Several processes may open it at the same time. A write is on disk when its promise resolves. Without
 * overlappingSync, a commit is fdatasync of the pages followed by a synchronous write of the root; all writes that wait meanwhile
 * share the next commit. Without eventTurnBatching, lmdb creates no promise of its own per event turn; nobody could catch its
 * rejection, so a full disk would end the process.
 */
export function openEnvironment(directory: string): Environment {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return open<unknown, string>({ path: directory, noSubdir: false, overlappingSync: false, eventTurnBatching: false, maxDbs: 16 });
}

/** Opens a table of JSON values. Each value has a version, called stamp here, on which a later write can depend. */
export function openTable<V>(environment: Environment, name: string): Table<V> {
  return environment.openDB<V, string>({ name, encoding: "json", useVersions: true });
}

/** Returns a stamp that no other write of any process uses. A counter would repeat after a delete and an insert. */
export function newEntryVersion(): number {
  return 1 - Math.random();
}

/** Awaits a conditional write. Returns false if its condition did not hold. Throws NotWritable or the disk's error if the commit failed. */
export async function awaitCommit(write: Promise<boolean>): Promise<boolean> {
  try {
    return await write;
  } catch (failure) {
    if (failure instanceof Error && "commitError" in failure) {
      const reason: unknown = await Promise.resolve(failure.commitError).catch((error: unknown) => error);
      throw asNotWritable(new Error(`The write could not be stored: ${errorReason(reason)}`, { cause: reason }));
    }
    throw failure;
  }
}

/** Returns the first string that sorts after all strings with this prefix. The prefix must end in a slash. */
export function prefixEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
