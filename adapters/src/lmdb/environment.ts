import { mkdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { asNotWritable, ERRORS, errorReason, NotWritable, Unavailable } from "@agatha/contracts";
import { open, type RangeOptions, type RootDatabase } from "lmdb";
import { decodeRecord, encodeRecord } from "./record-checksum.js";

export const DATA_FILE = "data.mdb";

export type Environment = RootDatabase<unknown, string> & {
  directory: string;
  /** Throws Unavailable if the data file is no longer that which was opened: what is written would go with the process. */
  ensureInPlace(): void;
};

/** Values of a key range, in order of key. */
type KeyRange = Pick<RangeOptions, "start" | "exclusiveStart" | "end" | "limit">;

/** Keys that are read at once. */
const KEYS_PER_PAGE = 1000;

/**
 * Table of JSON values, each with a checksum. Reading a value that is not as it was written throws Unavailable. Each value has a
 * stamp, on which a later write can depend.
 */
export interface Table<V> {
  get(key: string): V | undefined;
  getEntry(key: string): { value: V; stamp: number } | undefined;
  doesExist(key: string): boolean;
  getKeys(range?: KeyRange): Iterable<string>;
  getKeysCount(range: KeyRange): number;
  getRange(range: KeyRange): Iterable<{ key: string; value: V }>;
  /** Makes later reads of this event turn see what other processes have written. */
  resetReadTxn(): void;
  put(key: string, value: V): Promise<boolean>;
  remove(key: string): Promise<boolean>;
  /** Runs `write` on condition that the value has this stamp, or with undefined that there is none. Otherwise resolves to false. */
  ifStamp(key: string, stamp: number | undefined, write: () => void): Promise<boolean>;
  putSync(key: string, value: V): void;
  removeSync(key: string): void;
  transactionSync(write: () => void): void;
}

/**
 * Opens the LMDB folder. Only one process may have it open: LMDB's mdb_env_open sets the newest transaction's number back if
 * another process commits meanwhile, so that the next writer overwrites what was committed (OpenLDAP ITS#9496). Threads of the
 * process may open it again, since they share its environment. A write is on disk when its promise resolves. Without
 * overlappingSync, a commit is fdatasync of the pages followed by a synchronous write of the root; all writes that wait meanwhile
 * share the next commit. Without eventTurnBatching, lmdb creates no promise of its own per event turn; nobody could catch its
 * rejection, so a full disk would end the process.
 */
export function openEnvironment(directory: string): Environment {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const options = { path: directory, noSubdir: false, overlappingSync: false, eventTurnBatching: false, maxDbs: 16 };
  return Object.assign(open<unknown, string>(options), { directory, ensureInPlace: createPlaceCheck(join(directory, DATA_FILE)) });
}

/** A process goes on to read and write an open file that was removed, and nothing of it is kept. */
function createPlaceCheck(path: string): () => void {
  const opened = statSync(path);
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new Unavailable(
      `${path} was removed or replaced while it was open, so that nothing is saved any more. Stop Agatha, remove what is at the data folder's place, move the folder back there or restore a backup, and start Agatha`,
    );
  };
}

/** Opens a table of values as JSON, each record with a checksum. Reading a damaged record throws Unavailable. */
export function openTable<V>(environment: Environment, name: string): Table<V> {
  const texts = environment.openDB<string, string>({ name, encoding: "string", useVersions: true });
  const encode = (key: string, value: V) => encodeRecord(name, key, JSON.stringify(value));

  function decode(key: string, text: string): V {
    const json = decodeRecord(name, key, text);
    if (json !== undefined) return JSON.parse(json) as V;
    throw new Unavailable(`The stored record ${key} is damaged. Start Agatha again: it sets the record aside and serves the rest`);
  }

  return {
    get(key) {
      const text = texts.get(key);
      return text === undefined ? undefined : decode(key, text);
    },
    getEntry(key) {
      const entry = texts.getEntry(key);
      return entry && { value: decode(key, entry.value), stamp: entry.version! };
    },
    doesExist: (key) => texts.doesExist(key),
    // Each use needs a new object, because lmdb writes into it.
    getKeys: (range) => texts.getKeys({ ...range }),
    getKeysCount: (range) => texts.getKeysCount({ ...range }),
    getRange: (range) => texts.getRange({ ...range }).map(({ key, value }) => ({ key, value: decode(key, value) })),
    resetReadTxn: () => texts.resetReadTxn(),
    put: (key, value) => texts.put(key, encode(key, value), newStamp()),
    remove: (key) => texts.remove(key),
    async ifStamp(key, stamp, write) {
      environment.ensureInPlace();
      return await awaitCommit(texts.ifVersion(key, stamp ?? null!, write), environment.directory);
    },
    putSync: (key, value) => texts.putSync(key, encode(key, value), newStamp()),
    removeSync: (key) => texts.removeSync(key),
    transactionSync: (write) => texts.transactionSync(write),
  };
}

/** Returns a stamp that no other write of any process uses. A counter would repeat after a delete and an insert. */
function newStamp(): number {
  return 1 - Math.random();
}

/** Awaits a conditional write. Returns false if its condition did not hold. Throws NotWritable or the disk's error if the commit failed. */
async function awaitCommit(write: Promise<boolean>, directory: string): Promise<boolean> {
  try {
    return await write;
  } catch (failure) {
    if (failure instanceof Error && "commitError" in failure) {
      const cause: unknown = await Promise.resolve(failure.commitError).catch((error: unknown) => error);
      const message = `The write could not be stored: ${errorReason(cause)}`;
      if (await isShortWrite(message, directory)) throw new NotWritable(ERRORS.storageFull, message, { cause });
      throw asNotWritable(new Error(message, { cause }));
    }
    throw failure;
  }
}

/** A disk has less room than this where a commit of LMDB does not fit. */
const LONGEST_COMMIT_BYTES = 1 << 20;

/** Returns true if the disk took the pages of a commit only in part, for lack of room. LMDB calls this an input/output error. */
async function isShortWrite(message: string, directory: string): Promise<boolean> {
  if (!/input\/output error/i.test(message)) return false;
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < LONGEST_COMMIT_BYTES;
}

/** Yields the keys with this prefix, which must end in a slash, in their order. Between two keys the caller may wait. */
export function* keysWithPrefix(table: Pick<Table<unknown>, "getKeys">, prefix: string): Generator<string, void> {
  for (let start = prefix; ; ) {
    const keys = [...table.getKeys({ start, exclusiveStart: true, end: prefixEnd(prefix), limit: KEYS_PER_PAGE })];
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_PER_PAGE) return;
    start = last;
  }
}

/** Returns the first string that sorts after all strings with this prefix. The prefix must end in a slash. */
export function prefixEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
