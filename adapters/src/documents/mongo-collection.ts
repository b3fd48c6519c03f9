import {
  AlreadyExists,
  type Clock,
  type Collection,
  type CollectionDefinition,
  Conflict,
  type Document,
  ERRORS,
  type NewDocument,
  NotFound,
  Unavailable,
} from "@agatha/contracts";
import type { Collection as Rows } from "mongodb";
import type { DocumentLock } from "./document-lock.js";
import { checkDocument } from "./document-tables.js";
import { isDuplicateKeyError } from "./mongo-errors.js";
import { conflictFilter, type MongoRow, toDocument, toFilter, toRow } from "./mongo-rows.js";
import { sortDocuments } from "./sort-documents.js";

interface MongoAccess {
  clock: Clock;
  /** Runs an operation with retries. An attempt whose response was lost may have succeeded. */
  attempt<R>(operation: (rows: Rows<MongoRow>, withLock: DocumentLock) => Promise<R>): Promise<R>;
}

/** Returns a collection in MongoDB. Rows carry a stamp by which a retry sees that a write whose response was lost has succeeded. */
export function createMongoCollection<T extends Document>(
  definition: CollectionDefinition<T>,
  { clock, attempt }: MongoAccess,
): Collection<T> {
  const live = () => ({ $gt: clock.now() });
  const liveRow = (rows: Rows<MongoRow>, _id: string) => rows.findOne({ _id, expires: live() });

  /** Deletes expired rows that conflict with the row. Throws AlreadyExists if a live one conflicts. */
  async function removeExpiredConflicts(rows: Rows<MongoRow>, row: MongoRow, replacing: boolean): Promise<void> {
    for await (const { _id, version, expires } of rows.find(conflictFilter(definition, row, replacing))) {
      if (expires > clock.now())
        throw new AlreadyExists(`${definition.name}: ${row._id}, or another document with its values, exists already`);
      await rows.deleteOne({ _id, version, expires });
    }
  }

  /** Repeats the write until no expired row conflicts. */
  async function writeWithoutConflicts<R>(write: () => Promise<R>, removeConflicts: () => Promise<void>): Promise<R> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
        await removeConflicts();
      }
    }
  }

  /** Returns "replaced" if the row replaces that version, otherwise the current row. */
  async function replaceRow(rows: Rows<MongoRow>, row: MongoRow, version: number): Promise<"replaced" | MongoRow | undefined> {
    const { _id, ...content } = row;
    const write = () => rows.replaceOne({ _id, version, expires: live() }, content);
    const { matchedCount } = await writeWithoutConflicts(write, () => removeExpiredConflicts(rows, row, true));
    if (matchedCount === 1) return "replaced";
    const present = await liveRow(rows, _id);
    return present?.stamp === row.stamp ? "replaced" : (present ?? undefined);
  }

  async function insertRow(rows: Rows<MongoRow>, row: MongoRow): Promise<void> {
    const insert = async () => {
      try {
        await rows.insertOne({ ...row });
      } catch (error) {
        const isOurs = isDuplicateKeyError(error) && (await rows.findOne({ _id: row._id }))?.stamp === row.stamp;
        if (!isOurs) throw error;
      }
    };
    await writeWithoutConflicts(insert, () => removeExpiredConflicts(rows, row, false));
  }

  /** Writes unconditionally. If another writer interferes between read and write, it starts again. */
  async function putRow(rows: Rows<MongoRow>, document: NewDocument<T>): Promise<T> {
    for (;;) {
      const present = await liveRow(rows, document.id);
      const next = { ...document, version: (present?.version ?? 0) + 1 } as T;
      const row = toRow(definition, next);
      if (present) {
        if ((await replaceRow(rows, row, present.version)) === "replaced") return next;
        continue;
      }
      try {
        await insertRow(rows, row);
        return next;
      } catch (error) {
        // A live document with another id has one of the unique values.
        if (!(error instanceof AlreadyExists) || !(await liveRow(rows, document.id))) throw error;
      }
    }
  }

  return {
    get: (id) =>
      attempt(async (rows) => {
        const row = await liveRow(rows, id);
        return row ? toDocument<T>(row) : undefined;
      }),

    async getMany(ids) {
      if (ids.length === 0) return new Map();
      const found = await attempt((rows) => rows.find({ _id: { $in: [...ids] }, expires: live() }).toArray());
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
          code: ERRORS.databaseUnavailable,
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
        const { deletedCount } = await rows.deleteOne({ _id: id, expires: live() });
        // After an attempt whose response was lost, that attempt may have deleted the document.
        return deletedCount === 1 || tries > 1;
      });
    },
  };
}
