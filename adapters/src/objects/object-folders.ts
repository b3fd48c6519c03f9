import type { Dirent } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { AlreadyExists, type ObjectKey, type PutOptions } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";
import { isNotFoundError } from "./object-paths.js";

/** Renames a staged file to `target`, atomically, and makes the folders for it. Throws AlreadyExists if the name cannot be had. */
export async function moveFile(staged: string, target: string, { createOnly = false }: Pick<PutOptions, "createOnly"> = {}): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await mkdir(dirname(target), { recursive: true });
      // Unlike rename, link fails atomically if the name is taken.
      if (!createOnly) return await rename(staged, target);
      await link(staged, target);
      return await rm(staged);
    } catch (error) {
      if (hasErrorCode(error, "EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY")) {
        throw new AlreadyExists("There is an object with this key already, or one whose key begins with this one or is its beginning");
      }
      // The folder was deleted together with its last other object; create it again.
      if (!hasErrorCode(error, "ENOENT") || attempts === 10) throw error;
    }
  }
}

/** Removes the file, and the folders that it leaves empty. Does nothing if the file does not exist. */
export async function removeFile(root: string, path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    // A folder is not an object: EISDIR on Linux, EPERM elsewhere.
    if (!isNotFoundError(error) && !hasErrorCode(error, "EISDIR", "EPERM")) throw error;
  });
  let folder = dirname(path);
  while (folder !== root && (await removeIfEmpty(folder))) folder = dirname(folder);
  await syncFolders(folder, folder);
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isNotFoundError(error)) return true;
    if (hasErrorCode(error, "ENOTEMPTY", "EEXIST")) return false;
    throw error;
  }
}

/** Syncs the folders from `folder` up to `root`. A file survives a power failure only if every folder on its path does. */
export async function syncFolders(root: string, folder: string): Promise<void> {
  for (let present = folder; ; present = dirname(present)) {
    try {
      const handle = await open(present, "r");
      await handle.sync().finally(() => handle.close());
    } catch (error) {
      // Windows cannot sync a folder, and another process may have removed it.
      if (!isNotFoundError(error) && !hasErrorCode(error, "EPERM", "EISDIR", "EACCES")) throw error;
    }
    if (present === root || present.length <= root.length) return;
  }
}

/** Yields keys of all records below `folder` that begin with `prefix`, in byte order. `base` is the folder's own key with a slash. */
export async function* listKeys(folder: string, prefix: string, base = ""): AsyncGenerator<ObjectKey> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isNotFoundError(error)) return [];
    throw error;
  });
  // A folder's keys continue with a slash, which sorts after - and . and before letters.
  const keyOf = (entry: Dirent) => base + entry.name + (entry.isDirectory() ? "/" : "");
  const records = entries.filter(({ name }) => !name.includes("~"));
  const sorted = records.map((entry) => ({ entry, key: keyOf(entry) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { entry, key } of sorted) {
    if (!key.startsWith(prefix) && !prefix.startsWith(key)) continue;
    if (entry.isDirectory()) yield* listKeys(`${folder}/${entry.name}`, prefix, key);
    else if (key.startsWith(prefix)) yield key;
  }
}
