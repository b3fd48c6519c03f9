import { hash } from "node:crypto";
import { type CollectionDefinition, type Document, ERRORS, type IndexDefinition, InvalidInput } from "@agatha/contracts";

/** A row of the index table that a document puts there; its value is the document's id. */
export interface IndexEntry {
  key: string;
  /** Which index, for messages; undefined for the row that the sweeper finds expired documents by. */
  index?: string;
  unique: boolean;
}

/** No collection is named like this, so these rows stay apart from the indexes. */
const EXPIRY_PREFIX = "!expiry/";

export function documentKey(collection: string, id: string): string {
  return `${collection}/${id}`;
}

/** All rows that the document has in the index table. */
export function indexEntries<T extends Document>(definition: CollectionDefinition<T>, document: T): IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (const [name, index] of Object.entries(definition.indexes)) {
    const prefix = indexPrefix(definition.name, name, index, document);
    if (prefix) entries.push({ key: index.unique ? prefix : prefix + document.id, index: name, unique: index.unique === true });
  }
  if (document.expiresAt !== undefined) {
    entries.push({ key: expiryPrefix(parseExpiryTime(document.expiresAt)) + documentKey(definition.name, document.id), unique: false });
  }
  return entries;
}

/** What the keys of all documents with these values begin with; undefined when a field has no value. Ends in a slash. */
export function indexPrefix<T extends Document>(
  collection: string,
  name: string,
  index: IndexDefinition<T>,
  values: Partial<T>,
): string | undefined {
  const value = indexValue(index, values);
  if (value === undefined) return undefined;
  // A digest, because LMDB's keys are short and values are not; indexes answer equality only.
  const digest = hash("sha256", value, "base64url");
  return `${collection}/${name}/${digest}/`;
}

/** The row that a document expiring at `time` (milliseconds) has sorts after this. */
export function expiryPrefix(time: number): string {
  return `${EXPIRY_PREFIX}${String(Math.max(0, Math.floor(time))).padStart(15, "0")}/`;
}

/** Collection and id of a document that the sweeper finds. */
export function parseExpiryKey(key: string): { collection: string; id: string } {
  const [collection = "", ...id] = key.slice(expiryPrefix(0).length).split("/");
  return { collection, id: id.join("/") };
}

/** Milliseconds since the epoch. */
export function parseExpiryTime(expiresAt: string): number {
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) throw new InvalidInput(ERRORS.badRequest, { path: "expiresAt", message: "Must be an ISO 8601 time" });
  return time;
}

/** The declared index of exactly these fields, with its name. Throws when there is none: a search would be slow. */
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

/** The values of an index as text; undefined when a field has no value. */
export function indexValue<T extends Document>({ fields }: IndexDefinition<T>, values: Partial<T>): string | undefined {
  const found = fields.map((field) => values[field]);
  return found.every((value) => ["string", "number", "boolean"].includes(typeof value)) ? JSON.stringify(found) : undefined;
}
