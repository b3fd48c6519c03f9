/** Writes of rows. Each has a stamp, by which a retry sees that a write whose response was lost has succeeded. */
import { AlreadyExists, type Clock, type CollectionDefinition, type Document, type NewDocument } from "@agatha/contracts";
import type { Collection as Rows } from "mongodb";
import { isDuplicateKeyError } from "./mongo-errors.js";
import { conflictFilter, type MongoRow, toRow } from "./mongo-rows.js";

export interface MongoWrites<T extends Document> {
  /** Returns the row with this id, unless it has expired. */
  liveRow(rows: Rows<MongoRow>, id: string): Promise<MongoRow | null>;
  /** Returns "replaced" if the row replaces that version, otherwise the current row. Throws AlreadyExists as `insertRow` does. */
  replaceRow(rows: Rows<MongoRow>, row: MongoRow, version: number): Promise<"replaced" | MongoRow | undefined>;
  /** Throws AlreadyExists if a live row has the row's id or one of its unique values. */
  insertRow(rows: Rows<MongoRow>, row: MongoRow): Promise<void>;
  /** Writes unconditionally. Throws AlreadyExists if a live row with another id has one of the unique values. */
  putRow(rows: Rows<MongoRow>, document: NewDocument<T>): Promise<T>;
}

export function createMongoWrites<T extends Document>(definition: CollectionDefinition<T>, clock: Clock): MongoWrites<T> {
  const live = () => ({ $gt: clock.now() });
  const liveRow = (rows: Rows<MongoRow>, _id: string) => rows.findOne({ _id, expires: live() });

  /** Deletes expired rows that conflict with the row. Throws AlreadyExists if a live one conflicts. */
  async function removeExpiredConflicts(rows: Rows<MongoRow>, row: MongoRow, { replacing }: { replacing: boolean }): Promise<void> {
    for await (const { _id, version, expires } of rows.find(conflictFilter(definition, row, { replacing }))) {
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

  async function replaceRow(rows: Rows<MongoRow>, row: MongoRow, version: number): Promise<"replaced" | MongoRow | undefined> {
    const { _id, ...content } = row;
    const write = () => rows.replaceOne({ _id, version, expires: live() }, content);
    const { matchedCount } = await writeWithoutConflicts(write, () => removeExpiredConflicts(rows, row, { replacing: true }));
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
    await writeWithoutConflicts(insert, () => removeExpiredConflicts(rows, row, { replacing: false }));
  }

  /** If another writer interferes between read and write, it starts again. */
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

  return { liveRow, replaceRow, insertRow, putRow };
}
