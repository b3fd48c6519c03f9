import type { Readable } from "node:stream";

/** Key such as `datasets/0190…/table.parquet`: segments of [A-Za-z0-9._-], none of them `.` or `..`, at most 512 characters. */
export type ObjectKey = string;

export interface ObjectInfo {
  key: ObjectKey;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
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
 * crash.
 */
export interface ObjectStore {
  put(key: ObjectKey, body: Readable | Uint8Array, options?: PutOptions): Promise<ObjectInfo>;
  /** `range` is in bytes, both ends inclusive. Throws NotFound. */
  get(key: ObjectKey, range?: { start: number; end: number }): Promise<Readable>;
  /**
   * Makes the object readable as a local file at `path`, which must not exist, without a copy if possible. The caller must not
   * change the file.
   */
  download(key: ObjectKey, path: string): Promise<void>;
  head(key: ObjectKey): Promise<ObjectInfo | undefined>;
  /** In order of key. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Deletes the object, if any. */
  delete(key: ObjectKey): Promise<void>;
  /** Throws if the store is unusable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
