import type { Readable } from "node:stream";

/** Key such as `datasets/0190…/table.parquet`: segments of [A-Za-z0-9._-], none of them `.` or `..`, at most 512 characters. */
export type ObjectKey = string;

export interface ObjectInfo {
  key: ObjectKey;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. Empty if the store does not know it. */
  sha256: string;
}

export interface PutOptions {
  /** Expected digest. On a mismatch the put throws RejectedBytes and keeps nothing. */
  sha256?: string;
  /** Bytes. On a longer stream the put throws RejectedBytes and keeps nothing. */
  maxBytes?: number;
  /** Throws AlreadyExists instead of overwriting. */
  createOnly?: boolean;
  signal?: AbortSignal;
}

/**
 * Immutable blobs by key. A put is atomic: before it resolves no reader sees any bytes, and after it resolves the bytes survive a
 * crash. Each object is stored with its digests. No reader gets bytes that do not match them; it gets DamagedObject, if need be in
 * the middle of a stream.
 */
export interface ObjectStore {
  put(key: ObjectKey, body: Readable | Uint8Array, options?: PutOptions): Promise<ObjectInfo>;
  /** `range` is in bytes, both ends inclusive. Throws NotFound and DamagedObject. */
  get(key: ObjectKey, range?: { start: number; end: number }): Promise<Readable>;
  /**
   * Makes a local file with the object's bytes at `path`, which must not exist. The file may be the store's own under another name:
   * nobody may change it. Throws NotFound and DamagedObject, and then leaves no file.
   */
  download(key: ObjectKey, path: string): Promise<void>;
  /** Reads all bytes of the object and checks them. Throws NotFound and DamagedObject. */
  verify(key: ObjectKey): Promise<ObjectInfo>;
  /** Throws DamagedObject if the size is not as stored or the digests cannot be read. Does not read the bytes. */
  head(key: ObjectKey): Promise<ObjectInfo | undefined>;
  /** In order of key. The digest is empty where `head` throws DamagedObject. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Deletes the object, if any. */
  delete(key: ObjectKey): Promise<void>;
  /** Throws if the store is unusable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
