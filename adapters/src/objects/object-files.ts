/**
 * Files of a directory object store. The object `a/b` has two: its record `a/b`, and its bytes `a/b~VERSION`, which the record names.
 * Each put has another version. The record is written last, and replaced in one step, so that it and the bytes are always of one
 * put. A record without bytes, and bytes that no record names, are no object: a put or a delete did not end.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { type FileHandle, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { DamagedObject, MissingObject, type ObjectKey, type PutOptions } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";
import type { StoredObject } from "./checked-bytes.js";
import { moveFile, removeFile, syncFolders } from "./object-folders.js";
import { isNotFoundError, keyToPath, type ObjectPaths } from "./object-paths.js";
import { decodeRecord, encodeRecord, type ObjectRecord } from "./object-record.js";
import { type StagedFile, stagingPath } from "./staged-file.js";

const CHUNK_BYTES = 1024 * 1024;
/** Largest number of puts of one key that a reader of it lets pass by. */
const MAX_ATTEMPTS = 100;

/** Record of an object with the version of its bytes. */
interface VersionedRecord extends ObjectRecord {
  version: string;
}

/** An open object, whose bytes stay the same when the object is replaced or deleted. */
export interface OpenObject extends StoredObject {
  /** File of the bytes alone. */
  path: string;
  close(): Promise<void>;
}

/** Returns a random name for the bytes of one write. */
export function newVersion(): string {
  return randomBytes(8).toString("hex");
}

/** Returns the path of the bytes that a write stored beside the record. */
export function bytesPath(recordPath: string, version: string): string {
  return `${recordPath}~${version}`;
}

/** Returns the text of a record's file. */
export function encodeVersionedRecord(key: ObjectKey, { version, ...record }: VersionedRecord): string {
  return `${version} ${encodeRecord(bytesPath(key, version), record)}`;
}

/** Returns undefined if the text is no record, is damaged, or is the record of another key. */
export function decodeVersionedRecord(key: ObjectKey, text: string): VersionedRecord | undefined {
  const [version = ""] = text.split(" ", 1);
  const record = decodeRecord(bytesPath(key, version), text.slice(version.length + 1));
  return record && { ...record, version };
}

/** Opens an object. Throws MissingObject, and DamagedObject if its record is damaged or the bytes are more or fewer than it says. */
export async function openObject(paths: ObjectPaths, key: ObjectKey): Promise<OpenObject> {
  for (let missing: string | undefined, attempts = 1; ; attempts++) {
    const record = await readRecord(paths, key);
    const path = bytesPath(keyToPath(paths.objects, key), record.version);
    const file = await open(path, "r").catch((error: unknown) => {
      if (!isNotFoundError(error)) throw error;
    });
    if (file) return await openBytes({ key, record, path }, file);
    // The object is replaced, or its bytes are gone.
    if (missing === record.version || attempts === MAX_ATTEMPTS) throw new MissingObject(key);
    missing = record.version;
  }
}

async function openBytes(object: Pick<OpenObject, "key" | "record" | "path">, file: FileHandle): Promise<OpenObject> {
  const { size } = await file.stat();
  if (size === object.record.size) {
    return {
      ...object,
      open: ({ start, end }) => file.createReadStream({ start, end, autoClose: false, highWaterMark: CHUNK_BYTES }),
      close: () => file.close(),
    };
  }
  await file.close();
  throw new DamagedObject(object.key, `it has ${size} bytes, not ${object.record.size}`);
}

async function readRecord(paths: ObjectPaths, key: ObjectKey): Promise<VersionedRecord> {
  const text = await readFile(keyToPath(paths.objects, key), "latin1").catch((error: unknown) => {
    throw isNotFoundError(error) || hasErrorCode(error, "EISDIR") ? new MissingObject(key) : error;
  });
  const record = decodeVersionedRecord(key, text);
  if (!record) throw new DamagedObject(key, "its record is damaged");
  return record;
}

/** Makes a staged file an object, atomically and durably. */
export async function publishObject(
  paths: ObjectPaths,
  key: ObjectKey,
  staged: StagedFile,
  options: Pick<PutOptions, "createOnly">,
): Promise<void> {
  const target = keyToPath(paths.objects, key);
  const replaced = options.createOnly ? undefined : await readRecord(paths, key).catch(() => undefined);
  const record = { ...staged.record, version: newVersion() };
  const bytes = bytesPath(target, record.version);
  const stagedRecord = stagingPath(paths.staging);
  try {
    await writeFile(stagedRecord, encodeVersionedRecord(key, record), { flag: "wx", mode: 0o444, flush: true });
    await moveFile(staged.path, bytes);
    // After a power failure the old record must not be gone and the new bytes missing.
    if (replaced) await syncFolders(paths.objects, dirname(target));
    await moveFile(stagedRecord, target, options);
  } catch (error) {
    for (const path of [staged.path, stagedRecord]) await rm(path, { force: true });
    await removeFile(paths.objects, bytes);
    throw error;
  }
  await syncFolders(paths.objects, dirname(target));
  if (replaced) await rm(bytesPath(target, replaced.version), { force: true });
}

/** Deletes an object, if any, and what interrupted puts have left of it. */
export async function removeObject(paths: ObjectPaths, key: ObjectKey): Promise<void> {
  const target = keyToPath(paths.objects, key);
  // The record goes first, durably: bytes without one are no damage.
  await removeFile(paths.objects, target);
  const names = await readdir(dirname(target)).catch((error: unknown) => {
    if (isNotFoundError(error)) return [];
    throw error;
  });
  for (const name of names)
    if (name.startsWith(bytesPath(basename(target), ""))) await removeFile(paths.objects, join(dirname(target), name));
}

/** The files of a key that exist. */
interface ObjectFiles {
  hasRecord: boolean;
  versions: string[];
}

/** Returns the files of all keys, without reading them. */
export function listObjectFiles(objects: string): Map<ObjectKey, ObjectFiles> {
  const found = new Map<ObjectKey, ObjectFiles>();
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const [key = "", version] = relative(objects, join(entry.parentPath, entry.name)).split(sep).join("/").split("~");
    const files = found.get(key) ?? { hasRecord: false, versions: [] };
    if (version === undefined) files.hasRecord = true;
    else files.versions.push(version);
    found.set(key, files);
  }
  return found;
}

/** Removes bytes that no record names, which killed processes have left. No process may use the folder meanwhile. */
export function removeUnfinishedObjects(objects: string): void {
  for (const [key, { hasRecord, versions }] of listObjectFiles(objects)) {
    if (hasRecord && versions.length === 1) continue;
    const path = keyToPath(objects, key);
    const named = hasRecord ? decodeVersionedRecord(key, readFileSync(path, "latin1"))?.version : undefined;
    // If a record is damaged, all bytes next to it stay: some are those of the object.
    if (hasRecord && named === undefined) continue;
    for (const version of versions) if (version !== named) rmSync(bytesPath(path, version));
  }
}
