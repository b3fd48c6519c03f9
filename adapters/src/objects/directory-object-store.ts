import { constants, mkdirSync } from "node:fs";
import { access, link } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { AlreadyExists, asNotWritable, NotFound, type ObjectInfo, type ObjectKey, type ObjectStore } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";
import { type ByteRange, checkRange } from "./byte-range.js";
import { readChecked } from "./checked-bytes.js";
import { downloadObject } from "./download-object.js";
import { type OpenObject, openObject, publishObject, removeObject } from "./object-files.js";
import { listKeys } from "./object-folders.js";
import { infoOf, infoOrDamaged, mapInBatches } from "./object-infos.js";
import { checkKey, objectPaths } from "./object-paths.js";
import { removeStaleFiles, stageFile, writeProbe } from "./staged-file.js";

export interface DirectoryObjectStoreOptions {
  /** Created if missing. Several processes may use it at the same time. */
  directory: string;
}

/** Largest number of files that `list` opens at once. */
const LIST_CONCURRENCY = 32;

/**
 * Creates a store with a file of bytes and a record for each object, named by its key. As in MinIO, a key cannot be both an object
 * and a folder of another object. Keys ignore case if the file system does.
 */
export function createDirectoryObjectStore({ directory }: DirectoryObjectStoreOptions): ObjectStore {
  const paths = objectPaths(directory);
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true, mode: 0o700 });
  removeStaleFiles(paths.staging);

  async function get(key: ObjectKey, range?: ByteRange): Promise<Readable> {
    const object = await openObject(paths, key);
    try {
      if (range) checkRange(range, object.record.size);
      const bytes = await readChecked(object, range);
      return bytes.once("close", () => void object.close());
    } catch (error) {
      await object.close();
      throw error;
    }
  }

  async function head(key: ObjectKey): Promise<ObjectInfo | undefined> {
    try {
      const object = await openObject(paths, key);
      await object.close();
      return infoOf(object);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  return {
    async put(key, body, options = {}) {
      checkKey(key);
      const staged = await stageFile(paths.staging, body, options);
      await publishObject(paths, key, staged, options).catch((error: unknown) => {
        throw asNotWritable(error);
      });
      return infoOf({ key, record: staged.record });
    },

    get,

    async download(key, path) {
      const object = await openObject(paths, key);
      try {
        await verifyBytes(object);
        await linkOrCopy(object, path);
      } finally {
        await object.close();
      }
    },

    async verify(key) {
      const object = await openObject(paths, key);
      try {
        await verifyBytes(object);
        return infoOf(object);
      } finally {
        await object.close();
      }
    },

    head,

    async *list(prefix) {
      const infos = mapInBatches(listKeys(paths.objects, prefix), LIST_CONCURRENCY, (key) => infoOrDamaged(key, head(key)));
      for await (const info of infos) if (info) yield info;
    },

    async delete(key) {
      await removeObject(paths, key);
    },

    async ping() {
      for (const path of Object.values(paths)) await access(path, constants.R_OK | constants.W_OK);
      await writeProbe(paths.staging);
    },

    async close() {},
  };
}

async function verifyBytes(object: OpenObject): Promise<void> {
  await finished((await readChecked(object)).resume());
}

/** Gives the object's file a second name, which takes no room. On another file system, or where there are no links, copies it. */
async function linkOrCopy(object: OpenObject, path: string): Promise<void> {
  try {
    await link(object.path, path);
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) throw new AlreadyExists(`There is a file ${path} already`);
    await downloadObject(path, () => readChecked(object));
  }
}
