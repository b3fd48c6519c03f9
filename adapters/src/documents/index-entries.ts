import { hash } from "node:crypto";
import { type CollectionDefinition, type Document, ERRORS, type IndexDefinition, InvalidInput } from "@agatha/contracts";

/** Row of the index table for a document. Its value is the document's id. */
interface IndexEntry {
  key: string;
  /** Name of the index, for messages. Undefined for rows that belong to no declared index. */
  index?: string;
  unique: boolean;
}

// Not valid collection names, so these rows stay separate from the indexes.
/** Rows by which the sweeper finds expired documents. */
const EXPIRY_PREFIX = "!expiry/";
/** A row for each document. It names the document if the page with the document is damaged. */
export const PRESENCE_PREFIX = "!document/";

/** Returns the key of a document in the table of documents. */
export function documentKey(collection: string, id: string): string {
  return `${collection}/${id}`;
}

/** Returns all index rows of the document. */
export function indexEntries<T extends Document>(definition: CollectionDefinition<T>, document: T): IndexEntry[] {
  const entries: IndexEntry[] = [{ key: PRESENCE_PREFIX + documentKey(definition.name, document.id), unique: false }];
  for (const [name, index] of Object.entries(definition.indexes)) {
    const prefix = indexPrefix(definition.name, name, index, document);
    if (prefix) entries.push({ key: index.unique ? prefix : prefix + document.id, index: name, unique: index.unique === true });
  }
  if (document.expiresAt !== undefined) {
    entries.push({ key: expiryPrefix(parseExpiryTime(document.expiresAt)) + documentKey(definition.name, document.id), unique: false });
  }
  return entries;
}

/** Returns the key prefix of all documents with these values, ending in a slash, or undefined if a field has no value. */
export function indexPrefix<T extends Document>(
  collection: string,
  name: string,
  index: IndexDefinition<T>,
  values: Partial<T>,
): string | undefined {
  const value = indexValue(index, values);
  if (value === undefined) return undefined;
  // LMDB's keys are short, so the key contains a digest; indexes answer only equality.
  const digest = hash("sha256", value, "base64url");
  return `${collection}/${name}/${digest}/`;
}

/** Returns a prefix that sorts before the row of a document expiring at `time` (milliseconds). */
export function expiryPrefix(time: number): string {
  return `${EXPIRY_PREFIX}${String(Math.max(0, Math.floor(time))).padStart(15, "0")}/`;
}

/** Parses the collection and id of a document from an expiry row's key. */
export function parseExpiryKey(key: string): { collection: string; id: string } {
  const [collection = "", ...id] = key.slice(expiryPrefix(0).length).split("/");
  return { collection, id: id.join("/") };
}

/** Returns milliseconds since the epoch. */
export function parseExpiryTime(expiresAt: string): number {
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) throw new InvalidInput(ERRORS.badRequest, { path: "expiresAt", message: "Must be an ISO 8601 time" });
  return time;
}

/**
 * Returns the declared index of exactly these fields, with its name. Throws if there is none, since a search without an index is
 * slow.
 */
export function indexForFields<T extends Document>(
  { name, indexes }: CollectionDefinition<T>,
  fields: readonly (keyof T & string)[],
): [string, IndexDefinition<T>] {
  const index = Object.entries(indexes).find(
    ([, { fields: indexed }]) => indexed.length === fields.length && indexed.every((field) => fields.includes(field)),
  );
  if (!index) throw new Error(`${name} has no index of ${fields.join(", ")}: declare one in its definition`);
  return index;
}

/** Returns the values of an index as text, or undefined if a field has no value. */
export function indexValue<T extends Document>({ fields }: IndexDefinition<T>, values: Partial<T>): string | undefined {
  const found = fields.map((field) => values[field]);
  return found.every((value) => ["string", "number", "boolean"].includes(typeof value)) ? JSON.stringify(found) : undefined;
}
