import { type Clock, type Collection, type CollectionDefinition, Conflict, type Document, NotFound, Unavailable } from "@agatha/contracts";
import type { Collection as Rows } from "mongodb";
import type { DocumentLock } from "./document-lock.js";
import { checkDocument } from "./document-tables.js";
import { type MongoRow, toDocument, toFilter, toRow } from "./mongo-rows.js";
import { createMongoWrites } from "./mongo-writes.js";
import { sortDocuments } from "./sort-documents.js";

interface MongoAccess {
  clock: Clock;
  /** Runs an operation with retries. An attempt whose response was lost may have succeeded. */
  attempt<R>(operation: (rows: Rows<MongoRow>, withLock: DocumentLock) => Promise<R>): Promise<R>;
}

/** Returns a collection in MongoDB. */
export function createMongoCollection<T extends Document>(
  definition: CollectionDefinition<T>,
  { clock, attempt }: MongoAccess,
): Collection<T> {
  const { liveRow, replaceRow, insertRow, putRow } = createMongoWrites(definition, clock);

  return {
    get: (id) =>
      attempt(async (rows) => {
        const row = await liveRow(rows, id);
        return row ? toDocument<T>(row) : undefined;
      }),

    async getMany(ids) {
      if (ids.length === 0) return new Map();
      const found = await attempt((rows) => rows.find({ _id: { $in: [...ids] }, expires: { $gt: clock.now() } }).toArray());
      return new Map(found.map((row) => [row._id, toDocument<T>(row)]));
    },

    async find({ where = {}, sort, skip = 0, limit } = {}) {
      const filter = toFilter(definition, where, clock.now());
      return await attempt(async (rows) => {
        if (!filter || limit === 0) return [];
        const inOrder = rows.find(filter).sort({ _id: 1 });
        if (!sort)
          return (
            await inOrder
              .skip(skip)
              .limit(limit ?? 0)
              .toArray()
          ).map((row) => toDocument<T>(row));
        const documents = (await inOrder.toArray()).map((row) => toDocument<T>(row));
        sortDocuments(documents, sort);
        return documents.slice(skip, limit === undefined ? undefined : skip + limit);
      });
    },

    async count(where = {}) {
      const filter = toFilter(definition, where, clock.now());
      return await attempt(async (rows) => (filter ? await rows.countDocuments(filter) : 0));
    },

    async insert(document) {
      checkDocument(document);
      const first = { ...document, version: 1 } as T;
      const row = toRow(definition, first);
      await attempt((rows) => insertRow(rows, row));
      return first;
    },

    async replace(document) {
      checkDocument(document);
      const next = { ...document, version: document.version + 1 };
      const row = toRow(definition, next);
      let tries = 0;
      const result = await attempt((rows, withLock) => {
        tries++;
        return withLock(`${definition.name}/${row._id}`, () => replaceRow(rows, row, document.version));
      });
      if (result === "replaced") return next;
      if (!result) throw new NotFound(`${definition.name}: there is no ${document.id}`);
      // An earlier attempt whose response was lost may have succeeded, and another writer may have replaced it since.
      if (tries > 1 && result.version > next.version)
        throw new Unavailable(`${definition.name}: nobody knows whether ${document.id} was replaced: read it again`, {
          service: "document store",
        });
      throw new Conflict(`${definition.name}: ${document.id} has changed since it was read: read it again`);
    },

    async put(document) {
      checkDocument(document);
      return await attempt((rows, withLock) => withLock(`${definition.name}/${document.id}`, () => putRow(rows, document)));
    },

    delete(id) {
      let tries = 0;
      return attempt(async (rows) => {
        tries++;
        const { deletedCount } = await rows.deleteOne({ _id: id, expires: { $gt: clock.now() } });
        // After an attempt whose response was lost, that attempt may have deleted the document.
        return deletedCount === 1 || tries > 1;
      });
    },
  };
}
