import { type Clock, type CollectionDefinition, type Document, type DocumentStore, systemClock } from "@agatha/contracts";
import { emitWarning } from "../emit-warning.js";
import { openEnvironment } from "../lmdb/environment.js";
import { openDocumentTables } from "./document-tables.js";
import { ensureIndexes } from "./ensure-indexes.js";
import { createLmdbCollection } from "./lmdb-collection.js";
import { sweepExpired } from "./sweep-expired.js";

export interface LmdbDocumentStoreOptions {
  /** Created if missing. Only one process may have it open. */
  directory: string;
  clock?: Clock;
  /** Milliseconds between sweeps of expired documents. */
  sweepIntervalMs?: number;
  /** Called with errors of background work. */
  onError?: (error: unknown) => void;
}

/**
 * Opens the document store of a folder. Expired documents are removed in the background until it is closed. `collection` throws
 * for a name that is not of letters and digits.
 */
export function createLmdbDocumentStore({
  directory,
  clock = systemClock,
  sweepIntervalMs = 30_000,
  onError = emitWarning,
}: LmdbDocumentStoreOptions): DocumentStore {
  const environment = openEnvironment(directory);
  const tables = openDocumentTables(environment, clock);
  const definitions = new Map<string, CollectionDefinition<Document>>();
  let closing: Promise<void> | undefined;
  let sweeping: Promise<void> = Promise.resolve();

  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweepExpired(tables, definitions)).catch(onError);
  }, sweepIntervalMs);
  timer.unref();

  return {
    collection<T extends Document>(definition: CollectionDefinition<T>) {
      if (!/^[A-Za-z][A-Za-z0-9]{0,63}$/.test(definition.name)) throw new Error(`${definition.name} cannot be a collection's name`);
      if (!definitions.has(definition.name)) {
        ensureIndexes(tables, definition);
        definitions.set(definition.name, definition as unknown as CollectionDefinition<Document>);
      }
      return createLmdbCollection(tables, definition);
    },
    async ping() {
      if (closing) throw new Error("The document store is closed");
      tables.documents.resetReadTxn();
      tables.documents.get("!ping");
      environment.ensureInPlace();
    },
    close() {
      clearInterval(timer);
      closing ??= sweeping.then(() => environment.close());
      return closing;
    },
  };
}
