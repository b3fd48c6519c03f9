import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { link, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AlreadyExists, NotFound, type ObjectInfo, type ObjectKey, type ObjectStore, RejectedBytes } from "@agatha/contracts";
import { hasErrorCode } from "../node-errors.js";
import { retry } from "../retry.js";
import { checkRange } from "./byte-range.js";
import { checkKey } from "./object-paths.js";
import { createS3Client } from "./s3-client.js";
import { isBucketExistsError, isNotFoundError, isUnavailable } from "./s3-errors.js";
import { type ByteRange, createS3Reader, ObjectChanged, type S3Object } from "./s3-reader.js";
import { createS3Writer, DIGEST_METADATA } from "./s3-writer.js";
import { removeStaleFiles, stageFile, stagingPath } from "./staged-file.js";

export interface S3ObjectStoreOptions {
  /** `http://minio:9000`, or the address of any server with the S3 protocol. */
  endpoint: string;
  region?: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Folder for bytes before their upload, since the digest must be known first. Created if missing. */
  scratch: string;
  /** Milliseconds for which a connection may be idle. */
  timeoutMs?: number;
  /** Milliseconds for which operations are retried while no server is reachable. */
  maxRetryMs?: number;
}

export interface S3ObjectStore extends ObjectStore {
  /** Creates the bucket if it is missing. Like ping, it fails at once if the store is unavailable. */
  ensureBucket(): Promise<void>;
}

/** Limit of one request (Amazon S3 User Guide, "Uploading objects"). */
const MAX_OBJECT_BYTES = 5 * 1024 ** 3;
/** Largest number of concurrent requests for digests. */
const HEAD_CONCURRENCY = 16;
const PAGE_SIZE = 1_000;

/**
 * Creates a store of objects in a bucket of MinIO or another S3 server. An object's metadata contain its SHA-256, which must be
 * known before the upload. So the bytes are first written to a file, which also lets a put restart after a broken connection. An
 * object that another program has stored has no digest; its digest is the empty string.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): S3ObjectStore {
  const { endpoint, region = "us-east-1", bucket, scratch, timeoutMs = 15_000, maxRetryMs = 20_000 } = options;
  const { client, close } = createS3Client({ ...options, region, timeoutMs });
  const writer = createS3Writer(client, bucket, endpoint.startsWith("https:"));
  const retryOptions = { store: `The object store at ${endpoint}`, maxRetryMs, isUnavailable };
  const withRetry = <R>(operation: () => Promise<R>) => retry(retryOptions, operation);
  const withoutRetry = <R>(operation: () => Promise<R>) => retry({ ...retryOptions, maxRetryMs: 0 }, operation);
  const reader = createS3Reader(client, bucket, withRetry);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  removeStaleFiles(scratch);

  async function statObject(key: ObjectKey): Promise<S3Object | undefined> {
    try {
      const { size, metaData, etag } = await client.statObject(bucket, key);
      return { key, size, sha256: String(metaData[DIGEST_METADATA] ?? ""), etag };
    } catch (error) {
      if (isNotFoundError(error)) return undefined;
      throw error;
    }
  }

  async function read(key: ObjectKey, range?: ByteRange): Promise<Readable> {
    for (;;) {
      const found = await statObject(key);
      if (!found) throw new NotFound(`There is no object ${key}`);
      if (range) checkRange(range, found.size);
      try {
        return await reader.read(found, range);
      } catch (error) {
        if (!(error instanceof ObjectChanged)) throw error;
      }
    }
  }

  async function head(key: ObjectKey): Promise<ObjectInfo | undefined> {
    const found = await withRetry(() => statObject(key));
    return found && { key, size: found.size, sha256: found.sha256 };
  }

  return {
    async put(key, body, { createOnly, ...rest } = {}) {
      checkKey(key);
      const file = await stageFile(scratch, body, { ...rest, maxBytes: rest.maxBytes ?? MAX_OBJECT_BYTES });
      try {
        if (file.size > MAX_OBJECT_BYTES) throw new RejectedBytes("TooLarge", `The object is larger than ${MAX_OBJECT_BYTES} bytes`);
        const write = { key, file, id: randomUUID(), ...(rest.signal && { signal: rest.signal }) };
        await withRetry(() => (createOnly ? writer.create(write) : writer.overwrite(write)));
      } finally {
        await rm(file.path, { force: true });
      }
      return { key, size: file.size, sha256: file.sha256 };
    },

    async get(key, range) {
      checkKey(key);
      return await withRetry(() => read(key, range));
    },

    async download(key, path) {
      checkKey(key);
      const part = stagingPath(dirname(path));
      try {
        await withRetry(async () => pipeline(await read(key), createWriteStream(part)));
        await link(part, path);
      } catch (error) {
        throw hasErrorCode(error, "EEXIST") ? new AlreadyExists(`There is a file ${path} already`) : error;
      } finally {
        await rm(part, { force: true });
      }
    },

    async head(key) {
      checkKey(key);
      return await head(key);
    },

    async *list(prefix) {
      // The server would normalise these to other names.
      if (prefix.startsWith("/") || prefix.split("/").includes("..")) return;
      for (let after = ""; ; ) {
        const page = await withRetry(() => client.listObjectsV2Query(bucket, prefix, "", "", PAGE_SIZE, after));
        const keys = page.objects.flatMap(({ name }) => (name === undefined ? [] : [name]));
        for (let from = 0; from < keys.length; from += HEAD_CONCURRENCY) {
          const found = await Promise.all(keys.slice(from, from + HEAD_CONCURRENCY).map(head));
          yield* found.filter((info) => info !== undefined);
        }
        const last = keys.at(-1);
        if (!page.isTruncated || last === undefined) return;
        after = last;
      }
    },

    async delete(key) {
      checkKey(key);
      await withRetry(() => client.removeObject(bucket, key));
    },

    async ping() {
      if (!(await withoutRetry(() => client.bucketExists(bucket))))
        throw new Error(`The object store at ${endpoint} has no bucket ${bucket}`);
    },

    async ensureBucket() {
      await withoutRetry(async () => {
        if (await client.bucketExists(bucket)) return;
        await client.makeBucket(bucket, region).catch((error: unknown) => {
          // Another replica has created it since.
          if (!isBucketExistsError(error)) throw error;
        });
      });
    },

    async close() {
      close();
    },
  };
}
