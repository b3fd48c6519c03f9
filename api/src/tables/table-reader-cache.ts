/** The tables that were read last, as local files with a reader each. */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput } from "@agatha/contracts";
import { openRowReader, type RowReader } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";

export interface TableReaderCacheOptions {
  open(path: string): Promise<RowReader>;
  /** Tables kept open at once, but for those that are being read. */
  maxOpen: number;
  /** For how long nobody may ask before one is closed. */
  idleMs: number;
}

const DEFAULTS: TableReaderCacheOptions = { open: openRowReader, maxOpen: 4, idleMs: 60_000 };

export interface TableReaderCache {
  /** Runs `work` on the table with this key; it stays open at least until that is done. Tables never change, keys are never reused. */
  use<T>(key: string, work: (reader: RowReader) => Promise<T>): Promise<T>;
  /** Closes all; whoever is still reading gets an error. */
  close(): Promise<void>;
}

interface CachedReader {
  reader: Promise<RowReader>;
  path: string;
  users: number;
  idle?: NodeJS.Timeout;
}

export function createTableReaderCache(
  { objects, config, logger }: Pick<ApiDeps, "objects" | "config" | "logger">,
  { open, maxOpen, idleMs }: TableReaderCacheOptions = DEFAULTS,
): TableReaderCache {
  /** Least recently used first, as a Map keeps the order of insertion. */
  const entries = new Map<string, CachedReader>();

  async function fetched(key: string, path: string): Promise<RowReader> {
    await mkdir(config.scratch, { recursive: true });
    await objects.download(key, path);
    return open(path);
  }

  async function drop(key: string, entry: CachedReader): Promise<void> {
    clearTimeout(entry.idle);
    if (entries.get(key) === entry) entries.delete(key);
    await entry.reader.then(
      (reader) => reader.close(),
      () => undefined,
    );
    await rm(entry.path, { force: true });
  }

  function dropQuietly(key: string, entry: CachedReader): void {
    drop(key, entry).catch((error: unknown) => logger.warn({ err: error, key }, "a table could not be closed"));
  }

  function acquire(key: string): CachedReader {
    const path = join(config.scratch, `table-${randomUUID()}.parquet`);
    const entry: CachedReader = entries.get(key) ?? { reader: fetched(key, path), path, users: 0 };
    entries.delete(key);
    entries.set(key, entry);
    entry.users++;
    clearTimeout(entry.idle);
    for (const [other, candidate] of entries) {
      if (entries.size <= maxOpen) break;
      if (candidate.users === 0) dropQuietly(other, candidate);
    }
    return entry;
  }

  return {
    async use(key, work) {
      const entry = acquire(key);
      try {
        return await work(await entry.reader);
      } catch (error) {
        // It may be the reader that is broken, unless it was the question: the next one opens it anew.
        if (!(error instanceof InvalidInput) && entries.get(key) === entry) entries.delete(key);
        throw error;
      } finally {
        entry.users--;
        if (entry.users === 0 && entries.get(key) !== entry) dropQuietly(key, entry);
        else if (entry.users === 0) entry.idle = setTimeout(() => dropQuietly(key, entry), idleMs).unref();
      }
    },
    async close() {
      await Promise.all([...entries].map(([key, entry]) => drop(key, entry)));
    },
  };
}
