/** Cache of the tables read last: local files with a reader each. */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput } from "@agatha/contracts";
import { openRowReader, type RowReader } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";

export interface TableReaderCacheOptions {
  open(path: string): Promise<RowReader>;
  /** Largest number of open tables, not counting those in use. */
  maxOpen: number;
  /** Idle time after which a table is closed. */
  idleMs: number;
}

const DEFAULTS: TableReaderCacheOptions = { open: openRowReader, maxOpen: 4, idleMs: 60_000 };

export interface TableReaderCache {
  /** Runs `work` on the table with this key, which stays open at least until it ends. Tables never change, and keys are never reused. */
  use<T>(key: string, work: (reader: RowReader) => Promise<T>): Promise<T>;
  /** Closes all tables. Reads in progress fail. */
  close(): Promise<void>;
}

interface CachedReader {
  reader: Promise<RowReader>;
  path: string;
  users: number;
}

/** Copies tables into the scratch folder to read them. At most `maxOpen` that nobody uses stay open, for `idleMs`. */
export function createTableReaderCache(
  { objects, config, logger }: Pick<ApiDeps, "objects" | "config" | "logger">,
  { open, maxOpen, idleMs }: TableReaderCacheOptions = DEFAULTS,
): TableReaderCache {
  const inUse = new Map<string, CachedReader>();
  /** Readers that are not in use. Whoever deletes an entry uses or closes its reader. */
  const idle = new LRUCache<string, CachedReader>({
    ttl: idleMs,
    ttlAutopurge: true,
    dispose: (entry, key, reason) => {
      if (reason !== "delete") closeQuietly(key, entry);
    },
  });

  async function downloadAndOpen(key: string, path: string): Promise<RowReader> {
    await mkdir(config.scratch, { recursive: true });
    await objects.download(key, path);
    return open(path);
  }

  function newEntry(key: string): CachedReader {
    const path = join(config.scratch, `table-${randomUUID()}.parquet`);
    return { reader: downloadAndOpen(key, path), path, users: 0 };
  }

  async function close({ reader, path }: CachedReader): Promise<void> {
    await reader.then(
      (opened) => opened.close(),
      () => undefined,
    );
    await rm(path, { force: true });
  }

  function closeQuietly(key: string, entry: CachedReader): void {
    close(entry).catch((error: unknown) => logger.warn({ err: error, key }, "a table could not be closed"));
  }

  function acquire(key: string): CachedReader {
    const entry = inUse.get(key) ?? idle.get(key) ?? newEntry(key);
    idle.delete(key);
    inUse.set(key, entry);
    entry.users++;
    while (idle.size > 0 && inUse.size + idle.size > maxOpen) idle.pop();
    return entry;
  }

  function release(key: string, entry: CachedReader): void {
    entry.users--;
    if (entry.users > 0) return;
    if (inUse.get(key) === entry) {
      inUse.delete(key);
      idle.set(key, entry);
    } else closeQuietly(key, entry);
  }

  return {
    async use(key, work) {
      const entry = acquire(key);
      try {
        return await work(await entry.reader);
      } catch (error) {
        // Unless the query was invalid, the reader may be broken, so the next use opens the table again.
        if (!(error instanceof InvalidInput) && inUse.get(key) === entry) inUse.delete(key);
        throw error;
      } finally {
        release(key, entry);
      }
    },
    async close() {
      const entries = [...inUse.values(), ...idle.values()];
      inUse.clear();
      idle.clear();
      await Promise.all(entries.map(close));
    },
  };
}
