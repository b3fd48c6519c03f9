import {
  AlreadyExists,
  type Clock,
  type Collection,
  type CollectionDefinition,
  Conflict,
  type Document,
  type FindOptions,
  type IndexDefinition,
  type NewDocument,
  NotFound,
} from "@agatha/contracts";
import { type Filter, MongoServerError, type Collection as Rows } from "mongodb";
import { checkDocument } from "./document-tables.js";
import { expiryTime, indexOf, indexValue } from "./index-entries.js";
import { compareValues } from "./order.js";

/**
 * A document as it is stored. Its content is JSON text: field names with dots, dollar signs or null characters are no trouble,
 * and numbers come back as they went in. What it is found by stands beside.
 */
export interface Row {
  _id: string;
  version: number;
  /** Milliseconds since the epoch; NEVER without an end. */
  expires: number;
  /** By the name of the index: the values as JSON. Where a field has none, something that no other document has. */
  keys: Record<string, string>;
  body: string;
}

interface Source {
  clock: Clock;
  rows(): Promise<Rows<Row>>;
}

const NEVER = 8_640_000_000_000_000;
const DUPLICATE_KEY = 11_000;

export async function prepareIndexes<T extends Document>(rows: Rows<Row>, { indexes }: CollectionDefinition<T>): Promise<void> {
  await rows.createIndex({ expires: 1 });
  for (const [name, index] of Object.entries(indexes)) {
    const key = `keys.${name}`;
    // Documents that were there before the index.
    for await (const { _id, version, body } of rows.find({ [key]: { $exists: false } } as Filter<Row>)) {
      const value = keyOf(index, JSON.parse(body) as T);
      await rows.updateOne({ _id, version }, { $set: { [key]: value } as never });
    }
    await rows.createIndex({ [key]: 1 }, { unique: index.unique === true });
  }
}

function keyOf<T extends Document>(index: IndexDefinition<T>, document: T): string {
  return indexValue(index, document) ?? `none of ${document.id}`;
}

export function createMongoCollection<T extends Document>(definition: CollectionDefinition<T>, { clock, rows }: Source): Collection<T> {
  const live = () => ({ $gt: clock.now() });
  const documentOf = ({ body }: Row) => JSON.parse(body) as T;

  function rowOf(document: T): Row {
    const keys = Object.entries(definition.indexes).map(([name, index]) => [name, keyOf(index, document)]);
    const expires = document.expiresAt === undefined ? NEVER : expiryTime(document.expiresAt);
    return { _id: document.id, version: document.version, expires, keys: Object.fromEntries(keys), body: JSON.stringify(document) };
  }

  /** Throws AlreadyExists unless those that are in the way of the row have expired, and are gone now. */
  async function makeWay(table: Rows<Row>, { _id, keys }: Row, replacing: boolean): Promise<void> {
    const unique = Object.entries(definition.indexes).flatMap(([name, index]) => (index.unique ? [{ [`keys.${name}`]: keys[name] }] : []));
    const others = [...unique, ...(replacing ? [] : [{ _id }])];
    for await (const holder of table.find({ $or: others } as Filter<Row>)) {
      if (replacing && holder._id === _id) continue;
      if (holder.expires > clock.now())
        throw new AlreadyExists(`${definition.name}: ${_id}, or another document with its values, exists already`);
      await table.deleteOne({ _id: holder._id, version: holder.version, expires: holder.expires });
    }
  }

  /** Writes until nothing that has expired is in the way. */
  async function written<R>(row: Row, replacing: boolean, write: (table: Rows<Row>) => Promise<R>): Promise<R> {
    const table = await rows();
    for (;;) {
      try {
        return await write(table);
      } catch (error) {
        if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
        await makeWay(table, row, replacing);
      }
    }
  }

  /** Whether the document of that version was there to be replaced. */
  async function replaced(document: T, version: number): Promise<boolean> {
    const { _id, ...row } = rowOf(document);
    const result = await written({ _id, ...row }, true, (table) => table.replaceOne({ _id, version, expires: live() }, row));
    return result.matchedCount === 1;
  }

  async function get(id: string): Promise<T | undefined> {
    const row = await (await rows()).findOne({ _id: id, expires: live() });
    return row ? documentOf(row) : undefined;
  }

  async function insert(document: NewDocument<T>): Promise<T> {
    checkDocument(document);
    const first = { ...document, version: 1 } as T;
    await written(rowOf(first), false, (table) => table.insertOne(rowOf(first)));
    return first;
  }

  function filterOf(where: Partial<T> = {}): Filter<Row> | undefined {
    const fields = Object.keys(where) as (keyof T & string)[];
    if (fields.length === 0) return { expires: live() };
    const [name, index] = indexOf(definition, fields);
    const value = indexValue(index, where);
    return value === undefined ? undefined : ({ [`keys.${name}`]: value, expires: live() } as Filter<Row>);
  }

  async function find({ where, sort, skip = 0, limit }: FindOptions<T> = {}): Promise<T[]> {
    const filter = filterOf(where);
    const table = await rows();
    if (!filter) return [];
    const inOrder = table.find(filter).sort({ _id: 1 });
    if (!sort) return (await (limit === undefined ? inOrder.skip(skip) : inOrder.skip(skip).limit(limit)).toArray()).map(documentOf);
    const documents = (await inOrder.toArray()).map(documentOf);
    documents.sort((a, b) => compareValues(a[sort.field], b[sort.field]) * (sort.order === "asc" ? 1 : -1));
    return documents.slice(skip, limit === undefined ? undefined : skip + limit);
  }

  return {
    get,
    find,
    insert,
    async count(where) {
      const filter = filterOf(where);
      const table = await rows();
      return filter ? await table.countDocuments(filter) : 0;
    },
    async replace(document) {
      checkDocument(document);
      const next = { ...document, version: document.version + 1 };
      if (await replaced(next, document.version)) return next;
      if (!(await get(document.id))) throw new NotFound(`${definition.name}: there is no ${document.id}`);
      throw new Conflict(`${definition.name}: ${document.id} has changed since it was read: read it again`);
    },
    async put(document) {
      checkDocument(document);
      for (;;) {
        const present = await get(document.id);
        const next = { ...document, version: (present?.version ?? 0) + 1 } as T;
        if (present) {
          if (await replaced(next, present.version)) return next;
          continue;
        }
        try {
          return await insert(document);
        } catch (error) {
          // Somebody may have put it there since; another document with its values stays in the way.
          if (!(error instanceof AlreadyExists) || !(await get(document.id))) throw error;
        }
      }
    },
    async delete(id) {
      const table = await rows();
      const { deletedCount } = await table.deleteOne({ _id: id, expires: live() });
      return deletedCount === 1;
    },
  };
}
