import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import {
  DamagedObject,
  MissingObject,
  type ObjectInfo,
  type ObjectKey,
  type ObjectStore,
  RejectedBytes,
  Unavailable,
} from "@agatha/contracts";
import { retry } from "../retry.js";
import { type ByteRange, checkRange } from "./byte-range.js";
import { downloadObject } from "./download-object.js";
import { infoOf, infoOrDamaged, mapInBatches } from "./object-infos.js";
import { checkKey } from "./object-paths.js";
import { decodeRecord, type ObjectRecord } from "./object-record.js";
import { createS3Client } from "./s3-client.js";
import { isBucketExistsError, isNotFoundError, isUnavailable } from "./s3-errors.js";
import { createS3Reader, ObjectChanged, ReadBrokenOff, type S3Object } from "./s3-reader.js";
import { BucketRefused, createS3Refusals } from "./s3-refusals.js";
import { createS3Writer, DIGEST_METADATA, RECORD_METADATA } from "./s3-writer.js";
import { removeStaleFiles, stageFile } from "./staged-file.js";

export interface S3ObjectStoreOptions {
  /** `http://minio:9000`, or the address of any server with the S3 protocol. */
  endpoint: string;
  region?: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Present for temporary credentials, which may reach some objects only. */
  sessionToken?: string | undefined;
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
 * Creates a store of objects in a bucket of MinIO or another S3 server. An object's metadata contain its digests, which must be
 * known before the upload. So the bytes are first written to a file, which also lets a put restart after a broken connection. An
 * object that another program has stored has no digest and is not checked.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): S3ObjectStore {
  const { endpoint, region = "us-east-1", bucket, scratch, timeoutMs = 15_000, maxRetryMs = 20_000 } = options;
  const { client, close } = createS3Client({ ...options, region, timeoutMs });
  const writer = createS3Writer(client, bucket, endpoint.startsWith("https:"));
  const retryOptions = { store: `The object store at ${endpoint}`, maxRetryMs, isUnavailable, service: "object store" } as const;
  const withRetry = <R>(operation: () => Promise<R>) => retry(retryOptions, operation);
  const withoutRetry = <R>(operation: () => Promise<R>) => retry({ ...retryOptions, maxRetryMs: 0 }, operation);
  const reader = createS3Reader(client, bucket, withRetry);
  const refusals = createS3Refusals({ client, endpoint, bucket });
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  removeStaleFiles(scratch);

  /**
   * Reads an object. MinIO breaks the connection off where its own checksums differ. So an object is damaged if its reads are broken
   * off while the server answers otherwise.
   */
  async function readObject<R>(key: ObjectKey, operation: () => Promise<R>): Promise<R> {
    try {
      return await withRetry(operation);
    } catch (error) {
      if (!isBrokenOff(error)) throw error;
      await ping();
      return await withoutRetry(operation).catch((again: unknown) => {
        throw isBrokenOff(again) ? new DamagedObject(key, "the object store breaks off when it reads it", { cause: again }) : again;
      });
    }
  }

  async function bucketExists(): Promise<boolean> {
    return await client.bucketExists(bucket).catch(async (error: unknown) => {
      throw await refusals.ofBucket(error);
    });
  }

  async function ping(): Promise<void> {
    const exists = () =>
      bucketExists().catch((error: unknown) => {
        // Temporary credentials need not reach the bucket itself.
        if (options.sessionToken !== undefined && error instanceof BucketRefused) return true;
        throw error;
      });
    if (!(await withoutRetry(exists))) throw new Error(`The object store at ${endpoint} has no bucket ${bucket}`);
  }

  async function statObject(key: ObjectKey): Promise<S3Object | undefined> {
    try {
      const { size, metaData, etag } = await client.statObject(bucket, key);
      const record = recordOf(key, size, metaData);
      if (record?.size !== size) throw new DamagedObject(key, "its metadata are not those of its bytes");
      return { key, record, etag };
    } catch (error) {
      if (isNotFoundError(error)) return undefined;
      throw await refusals.ofObject(key, error);
    }
  }

  async function open(key: ObjectKey, range?: ByteRange): Promise<{ object: S3Object; bytes: Readable }> {
    for (;;) {
      const object = await statObject(key);
      if (!object) throw new MissingObject(key, `s3://${bucket}/${key}`);
      if (range) checkRange(range, object.record.size);
      try {
        return { object, bytes: await reader.read(object, range) };
      } catch (error) {
        if (!(error instanceof ObjectChanged)) throw error;
      }
    }
  }

  async function head(key: ObjectKey): Promise<ObjectInfo | undefined> {
    const found = await withRetry(() => statObject(key));
    return found && infoOf(found);
  }

  return {
    async put(key, body, { createOnly, ...rest } = {}) {
      checkKey(key);
      const file = await stageFile(scratch, body, { ...rest, maxBytes: rest.maxBytes ?? MAX_OBJECT_BYTES });
      try {
        if (file.record.size > MAX_OBJECT_BYTES) throw new RejectedBytes("TooLarge", `The object is larger than ${MAX_OBJECT_BYTES} bytes`);
        const write = { key, file, id: randomUUID(), ...(rest.signal && { signal: rest.signal }) };
        await withRetry(() => (createOnly ? writer.create(write) : writer.overwrite(write)));
      } finally {
        await rm(file.path, { force: true });
      }
      return infoOf({ key, record: file.record });
    },

    async get(key, range) {
      checkKey(key);
      return (await readObject(key, () => open(key, range))).bytes;
    },

    async download(key, path) {
      checkKey(key);
      await readObject(key, () => downloadObject(path, async () => (await open(key)).bytes));
    },

    async verify(key) {
      checkKey(key);
      return await readObject(key, async () => {
        const { object, bytes } = await open(key);
        await finished(bytes.resume());
        return infoOf(object);
      });
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
        const infos = mapInBatches(keys, HEAD_CONCURRENCY, (key) => infoOrDamaged(key, head(key)));
        for await (const info of infos) if (info) yield info;
        const last = keys.at(-1);
        if (!page.isTruncated || last === undefined) return;
        after = last;
      }
    },

    async delete(key) {
      checkKey(key);
      await withRetry(() => client.removeObject(bucket, key));
    },

    ping,

    async ensureBucket() {
      await withoutRetry(async () => {
        if (await bucketExists()) return;
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

function isBrokenOff(error: unknown): boolean {
  return error instanceof Unavailable && error.cause instanceof ReadBrokenOff;
}

/** Returns undefined if the metadata are damaged, or are another object's. */
function recordOf(key: ObjectKey, size: number, metadata: Record<string, unknown>): ObjectRecord | undefined {
  const record = metadata[RECORD_METADATA];
  // An object of an earlier version has its SHA-256 alone; one of another program has nothing.
  if (record === undefined) return { size, sha256: String(metadata[DIGEST_METADATA] ?? "") };
  return decodeRecord(key, String(record));
}
