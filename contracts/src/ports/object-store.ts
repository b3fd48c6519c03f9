import type { Readable } from "node:stream";

/** `datasets/0190…/table.parquet`: segments of [A-Za-z0-9._-], none of them `.` or `..`, at most 512 characters. */
export type ObjectKey = string;

export interface ObjectInfo {
  key: ObjectKey;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

export interface PutOptions {
  /** Expected digest; a mismatch throws RejectedBytes and keeps nothing. */
  sha256?: string;
  /** Bytes; a longer stream throws RejectedBytes and keeps nothing. */
  maxBytes?: number;
  /** Throw AlreadyExists instead of overwriting. */
  createOnly?: boolean;
  signal?: AbortSignal;
}

/**
 * Immutable blobs by key. A put is all or nothing: after it resolves the bytes survive a crash, before that no reader
 * sees any of them.
 */
export interface ObjectStore {
  put(key: ObjectKey, body: Readable | Uint8Array, options?: PutOptions): Promise<ObjectInfo>;
  /** `range` is in bytes, both ends inclusive. Throws NotFound. */
  get(key: ObjectKey, range?: { start: number; end: number }): Promise<Readable>;
  /** Makes the object readable as a local file at `path` (which must not exist), without a copy where that is possible. The file must not be changed. */
  download(key: ObjectKey, path: string): Promise<void>;
  head(key: ObjectKey): Promise<ObjectInfo | undefined>;
  /** In order of key. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Deleting what is not there is no error. */
  delete(key: ObjectKey): Promise<void>;
  /** Throws when the store cannot be used. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
