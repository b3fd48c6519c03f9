import { randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasErrorCode } from "@agatha/adapters/node-errors";

/** Owner of the lock. The start time distinguishes a process from a later one with the same id. */
interface LockOwner {
  pid: number;
  started: string;
}

/**
 * Takes the data folder for this process, and returns a function that releases it. Takes over the lock of a process that no
 * longer exists. Throws an error with a message for users if another process runs.
 */
export function acquireFolderLock(folder: string): () => void {
  const path = join(folder, "lock");
  const own: LockOwner = { pid: process.pid, started: processStartTime(process.pid) };
  const text = JSON.stringify(own);
  // Written to a temporary file and then linked, so that no process reads a partial lock.
  const aside = join(folder, `lock-${randomUUID()}`);
  try {
    writeFileSync(aside, text);
    while (!tryLink(aside, path)) removeStaleLock(path);
  } finally {
    rmSync(aside, { force: true });
  }
  return () => {
    if (existsSync(path) && readFileSync(path, "utf8") === text) rmSync(path);
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Moves the lock away first. If another process has taken the folder in between, its lock is put back. */
function removeStaleLock(path: string): void {
  const away = `${path}-${randomUUID()}`;
  try {
    assertOwnerEnded(readFileSync(path, "utf8"), path);
    renameSync(path, away);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    assertOwnerEnded(readFileSync(away, "utf8"), path);
  } catch (error) {
    tryLink(away, path);
    throw error;
  } finally {
    rmSync(away, { force: true });
  }
}

function assertOwnerEnded(text: string, path: string): void {
  const { pid, started } = parseLock(text);
  if (pid === 0 || pid === process.pid || !isAlive(pid) || processStartTime(pid) !== started) return;
  throw new Error(
    `Agatha is running on this data folder already, as process ${pid}. Stop it first, or name another folder with AGATHA_DATA. (${path})`,
  );
}

/** A crash of the machine may leave an empty lock. */
function parseLock(text: string): LockOwner {
  try {
    return JSON.parse(text) as LockOwner;
  } catch {
    return { pid: 0, started: "" };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}

/** Returns ticks from the machine's start to the process's (proc(5), stat field 22), or an empty string if the file does not exist. */
function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
