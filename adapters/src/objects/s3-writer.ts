import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { AlreadyExists, type ObjectKey } from "@agatha/contracts";
import type { Client } from "minio";
import { memoizeAsync } from "../memoize-async.js";
import { encodeRecord } from "./object-record.js";
import { isNotFoundError, isNotImplemented, isPreconditionFailed } from "./s3-errors.js";
import type { StagedFile } from "./staged-file.js";

/** Keys of an object's metadata. Programs of earlier versions read the digest. */
export const DIGEST_METADATA = "sha256";
export const RECORD_METADATA = "record";
const WRITE_ID_METADATA = "write";

const IF_NONE_MATCH = { "if-none-match": "*" };
/** Prefix of the temporary objects that test the server's support for conditions. */
const PROBE_PREFIX = "create-only-probes";
const EMPTY_PAYLOAD: Payload = {
  size: 0,
  sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  open: () => Readable.from([], { objectMode: false }),
};

interface Payload {
  size: number;
  sha256: string;
  open: () => Readable;
}

interface S3Write {
  key: ObjectKey;
  file: StagedFile;
  /** Identifies the put, so that it is recognised after a lost response. */
  id: string;
  signal?: AbortSignal;
}

/**
 * Creates a writer. `secure` means an encrypted connection: then the client does not sign the digest, and only the header lets
 * the server verify it.
 */
export function createS3Writer(client: Client, bucket: string, secure: boolean) {
  const supportsConditions = memoizeAsync(probe);

  /**
   * Sends one atomic request. The server verifies the digest before it stores anything. The client's putObject buffers the body
   * in memory, and does not support conditions for multipart objects.
   */
  async function send(objectName: ObjectKey, { size, sha256, open }: Payload, headers: Record<string, string>): Promise<void> {
    const body = open();
    const digest = { "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64"), [`x-amz-meta-${DIGEST_METADATA}`]: sha256 };
    const request = {
      method: "PUT",
      bucketName: bucket,
      objectName,
      headers: { "content-length": String(size), "content-type": "application/octet-stream", ...digest, ...headers },
    };
    try {
      const response = await client.makeRequestStreamAsync(request, body, secure ? "" : sha256, [200], "");
      await response.resume().toArray();
    } finally {
      body.destroy();
    }
  }

  function sendFile({ key, file: { path, record }, id, signal }: S3Write, conditions: Record<string, string>): Promise<void> {
    const open = () => createReadStream(path, { ...(signal && { signal }) });
    const metadata = {
      [`x-amz-meta-${WRITE_ID_METADATA}`]: id,
      [`x-amz-meta-${RECORD_METADATA}`]: encodeRecord(key, record),
    };
    return send(key, { ...record, open }, { ...metadata, ...conditions });
  }

  /** Returns true if the server refuses to overwrite on request. Older servers of several vendors ignore the condition. */
  async function probe(): Promise<boolean> {
    const key = `${PROBE_PREFIX}/${randomUUID()}`;
    try {
      await send(key, EMPTY_PAYLOAD, {});
      await send(key, EMPTY_PAYLOAD, IF_NONE_MATCH);
      return false;
    } catch (error) {
      if (isPreconditionFailed(error)) return true;
      if (isNotImplemented(error)) return false;
      throw error;
    } finally {
      await client.removeObject(bucket, key);
    }
  }

  /** Returns the id of the put that stored the object, null if another program stored it, or undefined if there is none. */
  async function writeOf(key: ObjectKey): Promise<string | null | undefined> {
    try {
      return (await client.statObject(bucket, key)).metaData[WRITE_ID_METADATA] ?? null;
    } catch (error) {
      if (isNotFoundError(error)) return undefined;
      throw error;
    }
  }

  /** Returns true if this put has stored the object. Throws AlreadyExists if another has. */
  async function isWritten({ key, id }: S3Write): Promise<boolean> {
    const present = await writeOf(key);
    if (present !== undefined && present !== id) throw new AlreadyExists(`There is an object ${key} already`);
    return present === id;
  }

  return {
    overwrite: (write: S3Write) => sendFile(write, {}),

    /**
     * Throws AlreadyExists if the object exists. On a server without conditions, two simultaneous writers that both find nothing
     * may both succeed; one object remains.
     */
    async create(write: S3Write): Promise<void> {
      const conditions = (await supportsConditions()) ? IF_NONE_MATCH : {};
      // Checks first, because a server that refuses during a long upload breaks the connection.
      while (!(await isWritten(write))) {
        await sendFile(write, conditions).catch((error: unknown) => {
          if (!isPreconditionFailed(error)) throw error;
        });
      }
    },
  };
}
