import { createReadStream, mkdirSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { AlreadyExists, NotFound, type ObjectInfo, type ObjectKey, type ObjectStore } from "@agatha/contracts";
import { Client } from "minio";
import { checkKey } from "./object-paths.js";
import { checkRange } from "./range.js";
import { removeStaleFiles, stageFile, stagingPath } from "./staged-file.js";

export interface S3ObjectStoreOptions {
  /** `http://minio:9000`, or that of any server of the S3 protocol. */
  endpoint: string;
  region?: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** For bytes on their way to the bucket: they are digested before they are sent. Created when missing. */
  scratch: string;
}

/** Bytes of one part of a large upload: what is held in memory for it. At most 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024;
/** Objects whose digests are asked for at once. */
const LOOK_AHEAD = 16;
const DIGEST = "sha256";

/**
 * Objects in a bucket of MinIO or any other S3. An object's SHA-256 is kept in its metadata, so that it has to be known before
 * the bytes are sent: they are written to a file first, which also lets a put begin anew when the connection breaks.
 */
export function createS3ObjectStore({ endpoint, region, bucket, accessKey, secretKey, scratch }: S3ObjectStoreOptions): ObjectStore {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === "https:";
  const client = new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    partSize: PART_BYTES,
    ...(region !== undefined && { region }),
  });
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  removeStaleFiles(scratch);

  async function head(key: ObjectKey): Promise<ObjectInfo | undefined> {
    try {
      const { size, metaData } = await client.statObject(bucket, key);
      return { key, size, sha256: String(metaData[DIGEST] ?? "") };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async function existing(key: ObjectKey): Promise<ObjectInfo> {
    const found = await head(key);
    if (!found) throw new NotFound(`There is no object ${key}`);
    return found;
  }

  return {
    async put(key, body, options = {}) {
      checkKey(key);
      const { path, size, sha256 } = await stageFile(scratch, body, options);
      try {
        const metadata = { [DIGEST]: sha256, ...(options.createOnly && { "If-None-Match": "*" }) };
        await client.putObject(bucket, key, createReadStream(path), size, metadata);
      } catch (error) {
        if (options.createOnly && isTaken(error)) throw new AlreadyExists(`There is an object ${key} already`);
        throw error;
      } finally {
        await rm(path, { force: true });
      }
      return { key, size, sha256 };
    },

    async get(key, range) {
      checkKey(key);
      const { size } = await existing(key);
      if (range) checkRange(range, size);
      try {
        if (!range) return await client.getObject(bucket, key);
        return await client.getPartialObject(bucket, key, range.start, Math.min(range.end, size - 1) - range.start + 1);
      } catch (error) {
        throw isMissing(error) ? new NotFound(`There is no object ${key}`) : error;
      }
    },

    async download(key, path) {
      checkKey(key);
      await existing(key);
      if (await stat(path).catch(() => undefined)) throw new AlreadyExists(`There is a file ${path} already`);
      const part = stagingPath(scratch);
      try {
        await client.fGetObject(bucket, key, part);
        await rename(part, path);
      } finally {
        await rm(part, { force: true });
      }
    },

    async head(key) {
      checkKey(key);
      return await head(key);
    },

    async *list(prefix) {
      // The server would take these for other names.
      if (prefix.startsWith("/") || prefix.split("/").includes("..")) return;
      let ahead: Promise<ObjectInfo | undefined>[] = [];
      for await (const { name } of client.listObjectsV2(bucket, prefix, true)) {
        if (name === undefined) continue;
        ahead.push(head(name));
        if (ahead.length < LOOK_AHEAD) continue;
        yield* present(await Promise.all(ahead));
        ahead = [];
      }
      yield* present(await Promise.all(ahead));
    },

    async delete(key) {
      checkKey(key);
      await client.removeObject(bucket, key);
    },

    async ping() {
      if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region ?? "").catch(toleratingOthers);
    },

    async close() {},
  };
}

/** Another replica may have made the bucket since. */
function toleratingOthers(error: unknown): void {
  if (!(codeOf(error) === "BucketAlreadyOwnedByYou" || codeOf(error) === "BucketAlreadyExists")) throw error;
}

function present(found: (ObjectInfo | undefined)[]): ObjectInfo[] {
  return found.filter((info) => info !== undefined);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function isMissing(error: unknown): boolean {
  return ["NoSuchKey", "NotFound"].includes(String(codeOf(error)));
}

function isTaken(error: unknown): boolean {
  return ["PreconditionFailed", "ConditionalRequestConflict"].includes(String(codeOf(error)));
}
