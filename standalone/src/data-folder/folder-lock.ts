import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The package has no types. */
interface FileLocks {
  /** Locks the open file for this process until it is closed or the process ends. Returns false if another process has the lock. */
  tryLock(descriptor: number): boolean;
}
const { tryLock } = createRequire(import.meta.url)("fs-native-extensions") as FileLocks;

const FILE = "lock";

/**
 * Takes the data folder for this process, and returns a function that releases it. Returns undefined if another process has it.
 * The operating system locks the file's inode and ends the lock with the process, in whichever container that runs. So the lock
 * of a killed process is free, and so is the lock file in a copy of the folder. The text in the file is for messages only.
 */
export function tryFolderLock(folder: string): (() => void) | undefined {
  const descriptor = openSync(join(folder, FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
  if (!tryLock(descriptor)) {
    closeSync(descriptor);
    return undefined;
  }
  writeOwner(descriptor, `${process.pid}\n`);
  return () => {
    writeOwner(descriptor, "");
    closeSync(descriptor);
  };
}

/** Writes who has the lock, unless the disk is full: a server must start then too. */
function writeOwner(descriptor: number, text: string): void {
  try {
    ftruncateSync(descriptor);
    writeSync(descriptor, text);
  } catch {
    // The lock holds without it.
  }
}

/** Takes the data folder for this process, and returns a function that releases it. Throws with a message for users if it is taken. */
export function acquireFolderLock(folder: string): () => void {
  const unlock = tryFolderLock(folder);
  if (unlock) return unlock;
  const path = join(folder, FILE);
  const owner = readFileSync(path, "utf8").trim();
  throw new Error(
    `Agatha is running on this data folder already${owner && `, as process ${owner}`}. Stop it first, or name another folder with AGATHA_DATA. (${path})`,
  );
}
