import { join } from "node:path";
import { ERRORS, InvalidInput, type ObjectKey, objectKey } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";

/** Folders of a directory object store. */
export interface ObjectPaths {
  /** Records and bytes of the objects. The path of a record is its key. */
  objects: string;
  /** Files that are being written. */
  staging: string;
}

/** Returns the folders below the store's: that of objects, and that of files that are being written. */
export function objectPaths(directory: string): ObjectPaths {
  return { objects: join(directory, "objects"), staging: join(directory, "staging") };
}

/** Throws InvalidInput if the text is not a valid key. */
export function checkKey(key: ObjectKey): ObjectKey {
  const checked = objectKey.safeParse(key);
  if (checked.success) return checked.data;
  throw new InvalidInput(ERRORS.badRequest, {
    path: "key",
    message: "Must be at most 512 characters in segments of letters, digits, dots, underscores and hyphens, separated by slashes",
  });
}

/** Returns a path below `root`. Throws InvalidInput for an invalid key, so that no path outside of `root` is possible. */
export function keyToPath(root: string, key: ObjectKey): string {
  return join(root, ...checkKey(key).split("/"));
}

/** Returns true if the file does not exist: its name is free, or part of its path is a file. */
export function isNotFoundError(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT", "ENOTDIR");
}
