import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";

export type Environment = RootDatabase<unknown, string>;
export type Table<V> = Database<V, string>;

/**
 * Opens the LMDB folder, which several processes may do at once. A write is on disk when its promise resolves: without
 * overlappingSync a commit is fdatasync of the pages and then a synchronous write of the root, and every write that waits
 * meanwhile is in the next commit. Without eventTurnBatching lmdb makes no promise of its own for each event turn, which
 * nobody could catch: a full disk would end the process.
 */
export function openEnvironment(directory: string): Environment {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return open<unknown, string>({ path: directory, noSubdir: false, overlappingSync: false, eventTurnBatching: false, maxDbs: 16 });
}

/** JSON values, each with a version (here called stamp) that a later write can be made conditional on. */
export function openTable<V>(environment: Environment, name: string): Table<V> {
  return environment.openDB<V, string>({ name, encoding: "json", useVersions: true });
}

/** A stamp that no other write of any process has used: a version number would come back after delete and insert. */
export function newEntryVersion(): number {
  return 1 - Math.random();
}

/** Waits for a conditional write; false when its condition did not hold. A failed commit throws what the disk said. */
export async function awaitCommit(write: Promise<boolean>): Promise<boolean> {
  try {
    return await write;
  } catch (failure) {
    if (failure instanceof Error && "commitError" in failure) {
      const reason: unknown = await Promise.resolve(failure.commitError).catch((error: unknown) => error);
      throw new Error(`The write could not be stored: ${reason instanceof Error ? reason.message : String(reason)}`, { cause: reason });
    }
    throw failure;
  }
}

/** The first string that is not below any string with this prefix; the prefix must end in a slash. */
export function prefixEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
