import { constants, mkdirSync } from "node:fs";
import { access, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { asNotWritable, NotFound, type ObjectInfo, type ObjectKey, type ObjectStore } from "@agatha/contracts";
import { type ByteRange, checkRange } from "./byte-range.js";
import { readChecked } from "./checked-bytes.js";
import { downloadObject } from "./download-object.js";
import { addMissingRecords } from "./earlier-objects.js";
import { openObject, recordTrailer } from "./object-files.js";
import { listKeys, publishFile, removeFile } from "./object-folders.js";
import { infoOf, infoOrDamaged, mapInBatches } from "./object-infos.js";
import { checkKey, keyToPath, objectPaths } from "./object-paths.js";
import { removeStaleFiles, stageFile, writeProbe } from "./staged-file.js";

export interface DirectoryObjectStoreOptions {
  /** Created if missing. Several processes may use it at the same time. */
  directory: string;
}

/** Largest number of files that `list` opens at once. */
const LIST_CONCURRENCY = 32;

/**
 * Creates a store with one file per object, named by its key. As in MinIO, a key cannot be both an object and a folder of another
 * object. Keys ignore case if the file system does.
 */
export function createDirectoryObjectStore({ directory }: DirectoryObjectStoreOptions): ObjectStore {
  const paths = objectPaths(directory);
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true, mode: 0o700 });
  removeStaleFiles(paths.staging);
  addMissingRecords(paths);

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
      const target = keyToPath(paths.objects, key);
      const { path, record } = await stageFile(paths.staging, body, options, (written) => recordTrailer(key, written));
      try {
        await publishFile(paths.objects, path, target, options.createOnly === true);
      } catch (error) {
        await rm(path, { force: true });
        throw asNotWritable(error);
      }
      return infoOf({ key, record });
    },

    get,

    async download(key, path) {
      checkKey(key);
      await downloadObject(path, () => get(key));
    },

    async verify(key) {
      const object = await openObject(paths, key);
      try {
        await finished((await readChecked(object)).resume());
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
      await removeFile(paths.objects, keyToPath(paths.objects, key));
      await removeFile(paths.digests, keyToPath(paths.digests, key));
    },

    async ping() {
      for (const path of Object.values(paths)) await access(path, constants.R_OK | constants.W_OK);
      await writeProbe(paths.staging);
    },

    async close() {},
  };
}
