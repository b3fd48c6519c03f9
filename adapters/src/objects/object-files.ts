/** Files of a directory object store. Each contains the object's bytes, and after them its record as a line of text. */
import { type FileHandle, open } from "node:fs/promises";
import { DamagedObject, NotFound, type ObjectKey } from "@agatha/contracts";
import type { StoredObject } from "./checked-bytes.js";
import { readEarlierRecord } from "./earlier-objects.js";
import { isNotFoundError, keyToPath, type ObjectPaths } from "./object-paths.js";
import { decodeRecord, encodeRecord, MAX_RECORD_BYTES, type ObjectRecord } from "./object-record.js";

const CHUNK_BYTES = 1024 * 1024;

/** An open object, whose file stays the same when the object is replaced or deleted. */
interface OpenObject extends StoredObject {
  close(): Promise<void>;
}

/** Returns what follows the bytes in the object's file. */
export function recordTrailer(key: ObjectKey, record: ObjectRecord): string {
  return `\n${encodeRecord(key, record)}\n`;
}

/** Opens an object. Throws NotFound, and DamagedObject if the file does not end with the record of its bytes. */
export async function openObject(paths: ObjectPaths, key: ObjectKey): Promise<OpenObject> {
  const file = await open(keyToPath(paths.objects, key), "r").catch((error: unknown) => {
    throw isNotFoundError(error) ? noObject(key) : error;
  });
  try {
    return {
      key,
      record: await readRecord(paths, key, file),
      open: ({ start, end }) => file.createReadStream({ start, end, autoClose: false, highWaterMark: CHUNK_BYTES }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readRecord(paths: ObjectPaths, key: ObjectKey, file: FileHandle): Promise<ObjectRecord> {
  const stat = await file.stat();
  if (!stat.isFile()) throw noObject(key);
  const end = Buffer.alloc(Math.min(stat.size, MAX_RECORD_BYTES));
  await file.read(end, 0, end.length, stat.size - end.length);
  const [line = ""] = /[^\n]*(?=\n$)/.exec(end.toString("latin1")) ?? [];
  const record = decodeRecord(key, line);
  if (record && record.size + recordTrailer(key, record).length === stat.size) return record;
  const earlier = await readEarlierRecord(paths, key);
  if (earlier?.size === stat.size) return earlier;
  throw new DamagedObject(key, "its file does not end with the digest of its bytes");
}

function noObject(key: ObjectKey): NotFound {
  return new NotFound(`There is no object ${key}`);
}
