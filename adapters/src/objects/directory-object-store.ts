import { constants, mkdirSync } from "node:fs";
import { access, copyFile, type FileHandle, link, open, rm } from "node:fs/promises";
import { AlreadyExists, asNotWritable, NotFound, type ObjectStore } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";
import { checkRange } from "./byte-range.js";
import { cacheDigest, fileIdentity, objectInfo } from "./object-digests.js";
import { listKeys, publishFile, removeFile } from "./object-folders.js";
import { isNotFoundError, keyToPath, objectPaths } from "./object-paths.js";
import { removeStaleFiles, stageFile, writeProbe } from "./staged-file.js";

export interface DirectoryObjectStoreOptions {
  /** Created if missing. Several processes may use it at the same time. */
  directory: string;
}

/**
 * Creates a store with one file per object, named by its key. As in MinIO, a key cannot be both an object and a folder of another
 * object. Keys ignore case if the file system does.
 */
export function createDirectoryObjectStore({ directory }: DirectoryObjectStoreOptions): ObjectStore {
  const paths = objectPaths(directory);
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true, mode: 0o700 });
  removeStaleFiles(paths.staging);

  return {
    async put(key, body, options = {}) {
      const target = keyToPath(paths.objects, key);
      const { path, size, sha256 } = await stageFile(paths.staging, body, options);
      const identity = await fileIdentity(path);
      try {
        await publishFile(paths.objects, path, target, options.createOnly === true);
      } catch (error) {
        await rm(path, { force: true });
        throw asNotWritable(error);
      }
      if (identity) await cacheDigest(paths, key, sha256, identity);
      return { key, size, sha256 };
    },

    async get(key, range) {
      const file = await openObject(keyToPath(paths.objects, key), key);
      try {
        if (range) checkRange(range, (await file.stat()).size);
      } catch (error) {
        await file.close();
        throw error;
      }
      return file.createReadStream(range);
    },

    async download(key, path) {
      const source = keyToPath(paths.objects, key);
      try {
        await link(source, path).catch((error: unknown) => {
          // The target is on another file system, or the file system has no links.
          if (!hasErrorCode(error, "EXDEV", "EPERM", "EMLINK", "ENOSYS", "ENOTSUP")) throw error;
          return copyFile(source, path, constants.COPYFILE_EXCL);
        });
      } catch (error) {
        if (hasErrorCode(error, "EEXIST")) throw new AlreadyExists(`There is a file ${path} already`);
        if (!(await objectInfo(paths, key))) throw noObject(key);
        throw error;
      }
    },

    head: async (key) => objectInfo(paths, key),

    async *list(prefix) {
      for await (const key of listKeys(paths.objects, prefix)) {
        const info = await objectInfo(paths, key);
        if (info) yield info;
      }
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

async function openObject(path: string, key: string): Promise<FileHandle> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw isNotFoundError(error) ? noObject(key) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw noObject(key);
}

function noObject(key: string): NotFound {
  return new NotFound(`There is no object ${key}`);
}
