import {
  AlreadyExists,
  type Collection,
  type CollectionDefinition,
  Conflict,
  type Document,
  type FindOptions,
  type NewDocument,
  NotFound,
} from "@agatha/contracts";
import { keysWithPrefix, prefixEnd } from "../lmdb/environment.js";
import { readInSlices } from "../lmdb/read-in-slices.js";
import { applyChange, checkDocument, type DocumentTables, isUnexpired, readStored, type StoredDocument } from "./document-tables.js";
import { documentKey, expiryPrefix, indexEntries, indexForFields, indexPrefix, parseExpiryKey } from "./index-entries.js";
import { sortDocuments } from "./sort-documents.js";

/** Collection in LMDB. Every write reads, decides, and writes on condition that nothing has changed; otherwise it starts again. */
export function createLmdbCollection<T extends Document>(tables: DocumentTables, definition: CollectionDefinition<T>): Collection<T> {
  const { clock } = tables;
  const read = (id: string) => readStored(tables, definition, id);
  const live = (stored: StoredDocument<T> | undefined) => (stored && isUnexpired(stored.document, clock) ? stored : undefined);
  const change = (id: string, before: StoredDocument<T> | undefined, after: T | undefined) =>
    applyChange(tables, definition, { id, before, after });

  /**
   * Throws AlreadyExists if another live document has one of the unique values. Deletes an expired one and returns true; the
   * caller then reads again.
   */
  async function removeExpiredConflict(document: T): Promise<boolean> {
    for (const entry of indexEntries(definition, document)) {
      const holderId = entry.unique ? tables.indexes.get(entry.key) : undefined;
      if (holderId === undefined || holderId === document.id) continue;
      const holder = read(holderId);
      if (live(holder)) throw new AlreadyExists(`${definition.name}: another document has the same ${entry.index}`);
      if (holder) await change(holderId, holder, undefined);
      return true;
    }
    return false;
  }

  async function compareAndSet(id: string, next: (present: StoredDocument<T> | undefined) => T): Promise<T> {
    for (;;) {
      const stored = read(id);
      const document = next(live(stored));
      if (await removeExpiredConflict(document)) continue;
      if (await change(id, stored, document)) return document;
    }
  }

  const find = async (options: FindOptions<T>): Promise<T[]> => {
    tables.documents.resetReadTxn();
    const found = await readInSlices(matchingKeys(tables, definition, options.where), (key) => tables.documents.get(key) as T | undefined);
    const documents = found.filter((document) => isUnexpired(document, clock));
    const { sort, skip = 0, limit = Number.POSITIVE_INFINITY } = options;
    if (sort) sortDocuments(documents, sort);
    return documents.slice(skip, skip + limit);
  };

  return {
    get: async (id) => live(read(id))?.document,
    getMany: async (ids) => new Map((await readInSlices(ids, (id) => live(read(id))?.document)).map((document) => [document.id, document])),
    find: async (options = {}) => await find(options),
    count: async (where) => (where ? (await find({ where })).length : countUnexpired(tables, definition.name)),

    async insert(document: NewDocument<T>) {
      checkDocument(document);
      return compareAndSet(document.id, (present) => {
        if (present) throw new AlreadyExists(`${definition.name}: ${document.id} exists already`);
        return firstVersion(document);
      });
    },

    async replace(document) {
      checkDocument(document);
      return compareAndSet(document.id, (present) => {
        if (!present) throw new NotFound(`${definition.name}: there is no ${document.id}`);
        if (present.document.version !== document.version) {
          throw new Conflict(`${definition.name}: ${document.id} has changed since it was read: read it again`);
        }
        return { ...document, version: document.version + 1 };
      });
    },

    async put(document: NewDocument<T>) {
      checkDocument(document);
      return compareAndSet(document.id, (present) => ({ ...firstVersion<T>(document), version: (present?.document.version ?? 0) + 1 }));
    },

    async delete(id) {
      for (;;) {
        const stored = read(id);
        if (!stored) return false;
        const wasThere = live(stored) !== undefined;
        if (await change(id, stored, undefined)) return wasThere;
      }
    },
  };
}

function firstVersion<T extends Document>(document: NewDocument<T>): T {
  return { ...document, version: 1 } as T;
}

/** Yields the keys of documents, in order of id. */
function* matchingKeys<T extends Document>(
  { documents, indexes }: DocumentTables,
  definition: CollectionDefinition<T>,
  where: Partial<T> = {},
): Generator<string, void> {
  const fields = Object.keys(where) as (keyof T & string)[];
  if (fields.length === 0) return yield* keysWithPrefix(documents, `${definition.name}/`);
  const [name, index] = indexForFields(definition, fields);
  const prefix = indexPrefix(definition.name, name, index, where);
  if (prefix === undefined) return;
  if (index.unique) {
    // A unique index has one row under exactly this key. A lookup costs a third of a range read.
    const id = indexes.get(prefix);
    if (id !== undefined) yield documentKey(definition.name, id);
    return;
  }
  for (const key of keysWithPrefix(indexes, prefix)) yield documentKey(definition.name, key.slice(prefix.length));
}

function countUnexpired({ documents, indexes, clock }: DocumentTables, collection: string): number {
  documents.resetReadTxn();
  const prefix = `${collection}/`;
  const all = documents.getKeysCount({ start: prefix, end: prefixEnd(prefix) });
  const due = [...indexes.getKeys({ start: expiryPrefix(0), end: expiryPrefix(clock.now() + 1) })];
  return all - due.filter((key) => parseExpiryKey(key).collection === collection).length;
}
