/**
 * Objects that earlier versions stored: a file of the bytes alone, and beside it, in another folder, a file with SHA-256, size,
 * inode and time of change.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { ObjectKey } from "@agatha/contracts";
import { isNotFoundError, keyToPath, type ObjectPaths } from "./object-paths.js";
import type { ObjectRecord } from "./object-record.js";

/** Empty file that says that no record is missing. A key has no such segment. */
const COMPLETE = "~complete";
const CHUNK_BYTES = 1024 * 1024;

export async function readEarlierRecord({ digests }: ObjectPaths, key: ObjectKey): Promise<ObjectRecord | undefined> {
  try {
    return parseEarlierRecord(await readFile(keyToPath(digests, key), "utf8"));
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}

function parseEarlierRecord(text: string): ObjectRecord | undefined {
  const [, sha256, size] = /^([0-9a-f]{64}) (\d+) \d+ \d+\n$/.exec(text) ?? [];
  return sha256 === undefined ? undefined : { sha256, size: Number(size) };
}

/**
 * Writes the missing records of objects of earlier versions, which a crash or a copied folder may lack, when this version opens the
 * folder for the first time. Afterwards an object without a record is damaged.
 */
export function addMissingRecords({ objects, digests }: ObjectPaths): void {
  const mark = join(digests, COMPLETE);
  if (existsSync(mark)) return;
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const record = join(digests, relative(objects, path));
    if (existsSync(record) && parseEarlierRecord(readFileSync(record, "utf8"))) continue;
    const { size, ino, mtimeNs } = statSync(path, { bigint: true });
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, `${digestOf(path)} ${size} ${ino} ${mtimeNs}\n`);
  }
  writeFileSync(mark, "");
}

function digestOf(path: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read));
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}
