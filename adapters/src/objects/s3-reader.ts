import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { errorReason, type ObjectKey, Unavailable } from "@agatha/contracts";
import type { Client } from "minio";
import { isNotFoundError, isPreconditionFailed, isUnavailable } from "./s3-errors.js";

/** Version of an object at the start of a read. The read returns bytes of that version only. */
export interface S3Object {
  key: ObjectKey;
  size: number;
  /** Empty if unknown. */
  sha256: string;
  etag: string;
}

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

type ByteStream = AsyncIterable<Uint8Array> & { destroy(): unknown };

/** The object was replaced or deleted since the read began. */
export class ObjectChanged extends Error {
  override name = "ObjectChanged";
}

/** Creates a reader. `withRetry` retries an operation while the store is unavailable. */
export function createS3Reader(client: Client, bucket: string, withRetry: <R>(operation: () => Promise<R>) => Promise<R>) {
  /** The client's getObject does not support conditions. */
  async function open({ key, etag }: S3Object, { start, end }: ByteRange): Promise<ByteStream> {
    const headers = { range: `bytes=${start}-${end}`, "if-match": `"${etag}"` };
    try {
      return await client.makeRequestAsync({ method: "GET", bucketName: bucket, objectName: key, headers }, "", [200, 206]);
    } catch (error) {
      if (isPreconditionFailed(error) || isNotFoundError(error))
        throw new ObjectChanged(`${key} was replaced or deleted while it was read`, { cause: error });
      throw error;
    }
  }

  /** Resumes after a broken connection, as long as each connection yields some bytes. */
  async function* chunks(object: S3Object, { start, end }: ByteRange, first: ByteStream): AsyncGenerator<Uint8Array> {
    let from = start;
    let part = first;
    for (;;) {
      const before = from;
      try {
        for await (const chunk of part) {
          from += chunk.length;
          yield chunk;
        }
      } catch (error) {
        if (from === before || !isUnavailable(error)) throw stopped(object, error);
      } finally {
        part.destroy();
      }
      if (from > end) return;
      if (from === before) throw stopped(object, "the connection brought nothing");
      const rest = { start: from, end };
      part = await withRetry(() => open(object, rest));
    }
  }

  function stopped({ key }: S3Object, cause: unknown): Unavailable {
    return new Unavailable(`The object store stopped sending ${key}: ${errorReason(cause)}`, { cause });
  }

  return {
    /** Resolves when the server has begun to send. Throws ObjectChanged if another object is there by now. */
    async read(object: S3Object, span?: ByteRange): Promise<Readable> {
      if (object.size === 0) return Readable.from([], { objectMode: false });
      const whole = { start: 0, end: object.size - 1 };
      const wanted = span ? { start: span.start, end: Math.min(span.end, whole.end) } : whole;
      const bytes = chunks(object, wanted, await open(object, wanted));
      return Readable.from(span || object.sha256 === "" ? bytes : verifyDigest(object, bytes), { objectMode: false });
    },
  };
}

/** Throws before the last chunk if the bytes do not match the digest. */
async function* verifyDigest({ key, sha256 }: S3Object, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let held: Uint8Array | undefined;
  for await (const chunk of bytes) {
    if (held) yield held;
    hash.update(chunk);
    held = chunk;
  }
  const found = hash.digest("hex");
  if (found !== sha256) throw new Error(`${key} is damaged: its bytes have the SHA-256 ${found}, not ${sha256}`);
  if (held) yield held;
}
