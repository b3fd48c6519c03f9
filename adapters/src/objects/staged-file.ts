import { createHash, randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { asNotWritable, type PutOptions, RejectedBytes } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";
import { checksumBlocks, type ObjectRecord } from "./object-record.js";

/** File whose bytes are on disk under a temporary name, invisible to readers. */
export interface StagedFile {
  path: string;
  record: ObjectRecord;
}

/** Distinguishes this process's files from those of an earlier process with the same id. */
const PROCESS_PREFIX = `${process.pid}-${randomBytes(6).toString("hex")}`;
/** A dead process's id may be reused. A file this old is no longer being written, even if the clock was set forward by a day. */
const STALE_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/** Returns a path in the folder that no other write has, with the prefix of this process. */
export function stagingPath(folder: string): string {
  return join(folder, `${PROCESS_PREFIX}-${randomBytes(8).toString("hex")}`);
}

/** Writes the bytes and syncs. If it throws, it leaves no file, and the body is destroyed. */
export async function stageFile(folder: string, body: Readable | Uint8Array, options: PutOptions): Promise<StagedFile> {
  const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
  const path = stagingPath(folder);
  const hash = createHash("sha256");
  let size = 0;
  // Read-only, because objects never change.
  const opening = open(path, "wx+", 0o444);
  const write = async (chunks: AsyncIterable<Uint8Array | string>) => {
    const file = await opening;
    for await (const chunk of chunks) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      if (size > maxBytes) throw new RejectedBytes("TooLarge", `The object is larger than ${maxBytes} bytes`);
      hash.update(bytes);
      await file.appendFile(bytes);
    }
  };
  try {
    // The pipeline starts before the file is open. Otherwise an error of the body would have no listener and would end the
    // process.
    await pipeline(body instanceof Uint8Array ? Readable.from([body]) : body, write, { signal });
    const sha256 = hash.digest("hex");
    if (options.sha256 !== undefined && options.sha256 !== sha256) {
      throw new RejectedBytes("DigestMismatch", `The bytes have the SHA-256 ${sha256}, not ${options.sha256}: send them again`);
    }
    const file = await opening;
    const record = { size, sha256, checksums: await checksumBlocks(file, size) };
    await file.sync();
    return { path, record };
  } catch (error) {
    await opening.then(() => rm(path, { force: true })).catch(() => {});
    throw asNotWritable(error);
  } finally {
    await opening.then((file) => file.close()).catch(() => {});
  }
}

const PROBE = new Uint8Array(64 * 1024);

/** Writes a file and removes it. Throws the disk's error if there is no room for it, or the folder is read-only. */
export async function writeProbe(folder: string): Promise<void> {
  const path = stagingPath(folder);
  try {
    await writeFile(path, PROBE, { flag: "wx" });
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes unfinished files of processes that no longer exist. */
export function removeStaleFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isStale(name, path)) rmSync(path, { force: true });
  }
}

function isStale(name: string, path: string): boolean {
  if (name.startsWith(`${PROCESS_PREFIX}-`)) return false;
  const pid = Number.parseInt(name, 10);
  if (pid === process.pid || !isAlive(pid)) return true;
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written > STALE_AFTER_MS;
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}
