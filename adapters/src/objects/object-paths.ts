import { join } from "node:path";
import { ERRORS, InvalidInput, type ObjectKey, objectKey } from "@agatha/contracts";

/** Where a directory object store keeps what. An object's file has its key as its path, so that any tool can open it. */
export interface ObjectPaths {
  objects: string;
  /** Beside each object, under the same path, what is known of its bytes. */
  digests: string;
  /** Files that are being written. */
  staging: string;
}

export function objectPaths(directory: string): ObjectPaths {
  return { objects: join(directory, "objects"), digests: join(directory, "digests"), staging: join(directory, "staging") };
}

/** Throws InvalidInput for text that is no key. */
export function checkKey(key: ObjectKey): ObjectKey {
  const checked = objectKey.safeParse(key);
  if (checked.success) return checked.data;
  throw new InvalidInput(ERRORS.badRequest, {
    path: "key",
    message: "Must be at most 512 characters in segments of letters, digits, dots, underscores and hyphens, separated by slashes",
  });
}

/** A path below `root`; throws InvalidInput for a key that is none, so that nothing outside of `root` can be named. */
export function keyToPath(root: string, key: ObjectKey): string {
  return join(root, ...checkKey(key).split("/"));
}

export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** There is no such file: either its name is free, or part of its path is a file. */
export function isNotFoundError(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT", "ENOTDIR");
}
