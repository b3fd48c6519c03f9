import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { AlreadyExists, type ObjectKey } from "@agatha/contracts";
import type { Client } from "minio";
import { isNotFoundError, isNotImplemented, isPreconditionFailed } from "./s3-errors.js";
import type { StagedFile } from "./staged-file.js";

/** Names in an object's metadata. */
export const DIGEST_METADATA = "sha256";
const WRITE_ID_METADATA = "write";

const IF_NONE_MATCH = { "if-none-match": "*" };
/** What a server is tried with stands below it, for a moment. */
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

export interface S3Write {
  key: ObjectKey;
  file: StagedFile;
  /** Tells this put from all others, so that one whose answer was lost is known again. */
  id: string;
  signal?: AbortSignal;
}

/** `secure` says that the connection is encrypted: then the client signs no digest, and the header alone has it checked. */
export function createS3Writer(client: Client, bucket: string, secure: boolean) {
  let knowsConditions: Promise<boolean> | undefined;

  /**
   * One request, which the server carries out wholly or not at all; it compares the digest before it keeps anything. The
   * client's own putObject holds what it sends in memory, and cannot make an object of several parts on a condition.
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

  function sendFile({ key, file, id, signal }: S3Write, conditions: Record<string, string>): Promise<void> {
    const open = () => createReadStream(file.path, { ...(signal && { signal }) });
    return send(key, { ...file, open }, { [`x-amz-meta-${WRITE_ID_METADATA}`]: id, ...conditions });
  }

  /** Whether the server keeps an object that is there when it is asked to: older ones of several makers take no notice. */
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

  async function knows(): Promise<boolean> {
    knowsConditions ??= probe();
    try {
      return await knowsConditions;
    } catch (error) {
      knowsConditions = undefined;
      throw error;
    }
  }

  /** The id of the put that made the object, null for one of somebody else's; undefined when there is none. */
  async function writeOf(key: ObjectKey): Promise<string | null | undefined> {
    try {
      return (await client.statObject(bucket, key)).metaData[WRITE_ID_METADATA] ?? null;
    } catch (error) {
      if (isNotFoundError(error)) return undefined;
      throw error;
    }
  }

  /** Whether the put has made the object; throws AlreadyExists when another one has. */
  async function isMade({ key, id }: S3Write): Promise<boolean> {
    const present = await writeOf(key);
    if (present !== undefined && present !== id) throw new AlreadyExists(`There is an object ${key} already`);
    return present === id;
  }

  return {
    overwrite: (write: S3Write) => sendFile(write, {}),

    /**
     * Throws AlreadyExists. Where the server knows no conditions, of two who look, find nothing and send at the very same
     * moment, both may be told that they won; one of them has.
     */
    async create(write: S3Write): Promise<void> {
      const conditions = (await knows()) ? IF_NONE_MATCH : {};
      // Looked at first, because a server that refuses in the middle of many bytes breaks the connection.
      while (!(await isMade(write))) {
        await sendFile(write, conditions).catch((error: unknown) => {
          if (!isPreconditionFailed(error)) throw error;
        });
      }
    },
  };
}
