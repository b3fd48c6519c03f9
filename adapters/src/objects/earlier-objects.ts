/**
 * Objects of earlier versions. The version before had one file for an object, whose last line is its record. Versions before that
 * had a file of the bytes alone, and in another folder a file with SHA-256, size, inode and time of change.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ObjectKey } from "@agatha/contracts";
import { bytesPath, decodeVersionedRecord, encodeVersionedRecord, listObjectFiles, newVersion } from "./object-files.js";
import { keyToPath, objectPaths } from "./object-paths.js";
import { decodeRecord, encodeRecord, MAX_RECORD_BYTES, type ObjectRecord } from "./object-record.js";
import { stagingPath } from "./staged-file.js";

/** Empty file that says that no digest is missing. */
const COMPLETE = "~complete";
const CHUNK_BYTES = 1024 * 1024;

/**
 * Brings the objects of earlier versions in this folder to the present form: the bytes alone, and a record beside them. An object
 * whose digest cannot be read gets an empty record, so that it is told as damaged. After a crash it has to be repeated. No process
 * may use the folder meanwhile.
 */
export function migrateObjects(directory: string): void {
  const { objects, staging } = objectPaths(directory);
  if (!existsSync(objects)) return;
  // A restored backup has no such folder.
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  const digests = join(directory, "digests");
  const isComplete = existsSync(join(digests, COMPLETE));
  for (const [key, { versions }] of listObjectFiles(objects)) {
    const path = keyToPath(objects, key);
    if (versions.length === 0 && !isRecord(key, path)) renameSync(path, bytesPath(path, newVersion()));
  }
  for (const [key, { hasRecord, versions }] of listObjectFiles(objects)) {
    const path = keyToPath(objects, key);
    const [version] = versions;
    if (version === undefined) continue;
    const bytes = bytesPath(path, version);
    const trailing = readTrailer(key, bytes);
    if (!hasRecord) {
      const record = trailing ?? readDigest(join(digests, key), bytes) ?? (isComplete ? undefined : digestOf(bytes));
      const staged = stagingPath(staging);
      writeFileSync(staged, record ? encodeVersionedRecord(key, { ...record, version }) : "", { mode: 0o444, flush: true });
      renameSync(staged, path);
    }
    if (trailing) cutOff(bytes, trailing.size);
  }
  rmSync(digests, { recursive: true, force: true });
}

function isRecord(key: ObjectKey, path: string): boolean {
  return statSync(path).size <= 2 * MAX_RECORD_BYTES && decodeVersionedRecord(key, readFileSync(path, "latin1")) !== undefined;
}

/** Returns the record at the end of the file, if it is one of all that is before it. */
function readTrailer(key: ObjectKey, path: string): ObjectRecord | undefined {
  const { size } = statSync(path);
  const end = Buffer.alloc(Math.min(size, MAX_RECORD_BYTES));
  const file = openSync(path, "r");
  try {
    readSync(file, end, 0, end.length, size - end.length);
  } finally {
    closeSync(file);
  }
  const [line = ""] = /[^\n]*(?=\n$)/.exec(end.toString("latin1")) ?? [];
  const record = decodeRecord(key, line);
  return record && record.size + `\n${encodeRecord(key, record)}\n`.length === size ? record : undefined;
}

function readDigest(path: string, bytes: string): ObjectRecord | undefined {
  if (!existsSync(path)) return undefined;
  const [, sha256, size] = /^([0-9a-f]{64}) (\d+) \d+ \d+\n$/.exec(readFileSync(path, "utf8")) ?? [];
  return sha256 !== undefined && Number(size) === statSync(bytes).size ? { sha256, size: Number(size) } : undefined;
}

/** Versions without the mark were killed before they wrote a digest, or their folder was copied without it. */
function digestOf(path: string): ObjectRecord {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const file = openSync(path, "r");
  let size = 0;
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
      size += read;
    }
    return { size, sha256: hash.digest("hex") };
  } finally {
    closeSync(file);
  }
}

function cutOff(path: string, size: number): void {
  chmodSync(path, 0o600);
  truncateSync(path, size);
  chmodSync(path, 0o444);
}
