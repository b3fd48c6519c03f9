import type { Readable } from "node:stream";
import { errorReason, Unavailable } from "@agatha/contracts";
import type { Client } from "minio";
import type { ByteRange } from "./byte-range.js";
import { readChecked, type StoredObject } from "./checked-bytes.js";
import { isNotFoundError, isPreconditionFailed, isUnavailable } from "./s3-errors.js";

/** Version of an object at the start of a read. The read returns bytes of that version only. */
export interface S3Object extends Pick<StoredObject, "key" | "record"> {
  etag: string;
}

type ByteStream = AsyncIterable<Uint8Array> & { destroy(): unknown };

/** The object was replaced or deleted since the read began. */
export class ObjectChanged extends Error {
  override name = "ObjectChanged";
}

/** The server answers, and then stops sending without a byte. */
export class ReadBrokenOff extends Unavailable {}

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
  async function* chunks(object: S3Object, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let from = start;
    let part = await open(object, { start, end });
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

  function stopped({ key }: S3Object, cause: unknown): ReadBrokenOff {
    return new ReadBrokenOff(`The object store stopped sending ${key}: ${errorReason(cause)}`, { cause });
  }

  return {
    /** Resolves when the first bytes are there. Throws ObjectChanged if another object is there by now. */
    async read(object: S3Object, range?: ByteRange): Promise<Readable> {
      return await readChecked({ ...object, open: (part) => chunks(object, part) }, range);
    },
  };
}
