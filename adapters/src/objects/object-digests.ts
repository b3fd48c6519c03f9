import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ObjectInfo, ObjectKey } from "@agatha/contracts";
import { isNotFoundError, keyToPath, type ObjectPaths } from "./object-paths.js";
import { stagingPath } from "./staged-file.js";

/** Distinguishes a file from all earlier and later files of the same name. Renaming and linking do not change it. */
export interface FileIdentity {
  fingerprint: string;
  size: number;
}

/**
 * Returns size and digest of an object. The digest is cached beside the object, with the identity of the file. If the cache entry
 * is missing, incomplete or about another file, the bytes are read and the entry is written again. So it needs no sync, and a
 * copied data folder works like the original.
 */
export async function objectInfo(paths: ObjectPaths, key: ObjectKey): Promise<ObjectInfo | undefined> {
  const path = keyToPath(paths.objects, key);
  for (;;) {
    const identity = await fileIdentity(path);
    if (!identity) return undefined;
    const sha256 = await cachedDigest(paths, key, identity.fingerprint);
    if (sha256) return { key, size: identity.size, sha256 };
    const computed = await computeDigest(path);
    // Repeats if the object was replaced in the meantime: size and digest must be of the same bytes.
    if (computed && (await fileIdentity(path))?.fingerprint === identity.fingerprint) {
      await cacheDigest(paths, key, computed, identity);
      return { key, size: identity.size, sha256: computed };
    }
  }
}

/** Caches the digest of this file, even if another file has replaced it under the key. */
export async function cacheDigest(paths: ObjectPaths, key: ObjectKey, sha256: string, identity: FileIdentity): Promise<void> {
  const note = stagingPath(paths.staging);
  const path = keyToPath(paths.digests, key);
  try {
    await writeFile(note, `${sha256} ${identity.fingerprint}\n`, { flag: "wx" });
    await mkdir(dirname(path), { recursive: true });
    await rename(note, path);
  } catch (error) {
    await rm(note, { force: true });
    if (!isNotFoundError(error)) throw error;
  }
}

async function cachedDigest(paths: ObjectPaths, key: ObjectKey, identity: string): Promise<string | undefined> {
  try {
    const note = await readFile(keyToPath(paths.digests, key), "utf8");
    const sha256 = note.slice(0, 64);
    return note === `${sha256} ${identity}\n` ? sha256 : undefined;
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}

export async function fileIdentity(path: string): Promise<FileIdentity | undefined> {
  try {
    const file = await stat(path, { bigint: true });
    return file.isFile() ? { fingerprint: `${file.size} ${file.ino} ${file.mtimeNs}`, size: Number(file.size) } : undefined;
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}

async function computeDigest(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest("hex");
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}
