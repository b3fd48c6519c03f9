import { randomBytes } from "node:crypto";
import type { CollectionDefinition, Document, IndexDefinition } from "@agatha/contracts";
import type { Filter, Collection as Rows } from "mongodb";
import { indexForFields, indexValue, parseExpiryTime } from "./index-entries.js";

/**
 * Stored form of a document. Its content is JSON text, so that field names may contain dots, dollar signs or null characters, and
 * numbers keep their value. The searchable fields are next to it.
 */
export interface MongoRow {
  _id: string;
  version: number;
  /** Milliseconds since the epoch; NEVER for a document without expiry. */
  expires: number;
  /** Values as JSON, by the name of the index. If a field has no value, a value unique to the document. */
  keys: Record<string, string>;
  body: string;
  /** Identifies the write that stored the row, so that its writer recognises it after a lost response. */
  stamp: string;
}

const NO_EXPIRY = 8_640_000_000_000_000;

/** Returns the row that stores a document: the document as JSON, its index keys and a random stamp of this write. */
export function toRow<T extends Document>(definition: CollectionDefinition<T>, document: T): MongoRow {
  const keys = Object.entries(definition.indexes).map(([name, index]) => [name, indexKey(index, document)]);
  return {
    _id: document.id,
    version: document.version,
    expires: document.expiresAt === undefined ? NO_EXPIRY : parseExpiryTime(document.expiresAt),
    keys: Object.fromEntries(keys),
    body: JSON.stringify(document),
    stamp: randomBytes(9).toString("base64url"),
  };
}

/** Returns the document that a row stores. */
export function toDocument<T extends Document>({ body }: MongoRow): T {
  return JSON.parse(body) as T;
}

function indexKey<T extends Document>(index: IndexDefinition<T>, document: T): string {
  return indexValue(index, document) ?? `none of ${document.id}`;
}

/** Returns a filter for rows with these values that have not expired at `now`, or undefined if none can match. */
export function toFilter<T extends Document>(
  definition: CollectionDefinition<T>,
  where: Partial<T>,
  now: number,
): Filter<MongoRow> | undefined {
  const fields = Object.keys(where) as (keyof T & string)[];
  const live = { expires: { $gt: now } };
  if (fields.length === 0) return live;
  const [name, index] = indexForFields(definition, fields);
  const value = indexValue(index, where);
  return value === undefined ? undefined : ({ [`keys.${name}`]: value, ...live } as Filter<MongoRow>);
}

/** Returns a filter for rows with the row's id or one of its unique values; with `replacing`, only those of other documents. */
export function conflictFilter<T extends Document>(
  definition: CollectionDefinition<T>,
  row: MongoRow,
  { replacing }: { replacing: boolean },
): Filter<MongoRow> {
  const unique = Object.entries(definition.indexes).filter(([, index]) => index.unique);
  const taken = unique.map(([name]) => ({ [`keys.${name}`]: row.keys[name] }));
  const others = replacing ? { _id: { $ne: row._id } } : {};
  return { ...others, $or: replacing ? taken : [...taken, { _id: row._id }] } as Filter<MongoRow>;
}

/** Creates missing indexes, and adds their keys to existing documents. */
export async function ensureIndexes<T extends Document>(rows: Rows<MongoRow>, { indexes }: CollectionDefinition<T>): Promise<void> {
  await rows.createIndex({ expires: 1 });
  for (const [name, index] of Object.entries(indexes)) {
    const key = `keys.${name}`;
    for await (const { _id, version, body } of rows.find({ [key]: { $exists: false } } as Filter<MongoRow>)) {
      const value = indexKey(index, JSON.parse(body) as T);
      await rows.updateOne({ _id, version }, { $set: { [key]: value } as never });
    }
    await rows.createIndex({ [key]: 1 }, { unique: index.unique === true });
  }
}
