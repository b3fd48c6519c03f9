import { type Clock, type CollectionDefinition, type Document, ERRORS, InvalidInput } from "@agatha/contracts";
import { type Environment, openTable, type Table } from "../lmdb/environment.js";
import { documentKey, indexEntries, parseExpiryTime } from "./index-entries.js";

/**
 * Tables that all collections share: one of documents and one of index rows. They are in one environment, so that one commit
 * covers both.
 */
export interface DocumentTables {
  environment: Environment;
  documents: Table<Document>;
  indexes: Table<string>;
  clock: Clock;
}

export interface StoredDocument<T extends Document> {
  document: T;
  stamp: number;
}

export const DOCUMENTS_TABLE = "documents";
export const INDEXES_TABLE = "indexes";

/** Opens the tables of documents and of their indexes in an LMDB environment. */
export function openDocumentTables(environment: Environment, clock: Clock): DocumentTables {
  return { environment, clock, documents: openTable(environment, DOCUMENTS_TABLE), indexes: openTable(environment, INDEXES_TABLE) };
}

/**
 * Returns the current row, expired or not. It resets the read transaction, which dates from the start of the event turn, since
 * there may have been a commit.
 */
export function readStored<T extends Document>(
  tables: DocumentTables,
  definition: CollectionDefinition<T>,
  id: string,
): StoredDocument<T> | undefined {
  if (!isDocumentId(id)) return undefined;
  tables.documents.resetReadTxn();
  const entry = tables.documents.getEntry(documentKey(definition.name, id));
  return entry && { document: entry.value as T, stamp: entry.stamp };
}

/** Returns true until the document's time of expiry. */
export function isUnexpired(document: Document, clock: Clock): boolean {
  return document.expiresAt === undefined || parseExpiryTime(document.expiresAt) > clock.now();
}

interface DocumentChange<T extends Document> {
  id: string;
  /** Document that the change is based on; undefined if none may exist. */
  before: StoredDocument<T> | undefined;
  /** Undefined deletes the document. */
  after: T | undefined;
}

/**
 * Writes the document and its index rows in one commit, on condition that the document is unchanged and the new unique values are
 * free. Returns false if the condition does not hold; the caller then reads and decides again. The whole commit runs on LMDB's
 * writing thread, so no process holds the lock while its event loop is busy.
 */
export async function applyChange<T extends Document>(
  tables: DocumentTables,
  definition: CollectionDefinition<T>,
  { id, before, after }: DocumentChange<T>,
): Promise<boolean> {
  const { documents, indexes } = tables;
  const key = documentKey(definition.name, id);
  const held = before ? indexEntries(definition, before.document) : [];
  const wanted = after ? indexEntries(definition, after) : [];
  const added = wanted.filter((entry) => !held.some((other) => other.key === entry.key));
  const removed = held.filter((entry) => !wanted.some((other) => other.key === entry.key));
  const free = added.filter((entry) => entry.unique);
  const conditions: Promise<boolean>[] = [];

  // The promise of the condition covers what its block writes.
  const write = () => {
    if (after) void documents.put(key, after);
    else void documents.remove(key);
    for (const entry of removed) void indexes.remove(entry.key);
    for (const entry of added) void indexes.put(entry.key, id);
  };
  // Conditions nest and only the innermost block writes, so it runs only if all of them hold.
  const whenFree = (next: number): void => {
    const entry = free[next];
    if (!entry) write();
    else conditions.push(indexes.ifStamp(entry.key, undefined, () => whenFree(next + 1)));
  };
  conditions.push(documents.ifStamp(key, before?.stamp, () => whenFree(0)));
  return (await Promise.all(conditions)).every(Boolean);
}

function isDocumentId(id: string): boolean {
  return typeof id === "string" && id.length > 0 && id.length <= 128;
}

/** Throws InvalidInput if the document's id or time of expiry is invalid. */
export function checkDocument(document: Omit<Document, "version">): void {
  if (!isDocumentId(document.id)) throw new InvalidInput(ERRORS.badRequest, { path: "id", message: "Must have 1 to 128 characters" });
  if (document.expiresAt !== undefined) parseExpiryTime(document.expiresAt);
}
