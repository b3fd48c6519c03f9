import type { Readable } from "node:stream";
import {
  COLLECTIONS,
  type Collection,
  type CollectionDefinition,
  DamagedObject,
  type Document,
  type DocumentStore,
  NotFound,
  type ObjectInfo,
  type ObjectStore,
} from "@agatha/contracts";
import { type ArchiveEntry, encodeEntry, FORMAT_VERSION } from "./format.js";

export interface Stores {
  documents: DocumentStore;
  objects: ObjectStore;
}

export interface ArchiveCounts {
  documents: number;
  objects: number;
}

/** Collections whose documents expire by themselves or belong to work that starts again. */
const TRANSIENT_COLLECTIONS = [
  COLLECTIONS.sessions,
  COLLECTIONS.passwordResets,
  COLLECTIONS.nameReservations,
  COLLECTIONS.modelNameReservations,
  COLLECTIONS.tasks,
  COLLECTIONS.progress,
  // A result for each call of a day: more documents than all others together.
  COLLECTIONS.predictions,
];
/** Documents that are read at once. */
export const PAGE_SIZE = 100;

/** Document of any collection. */
export type AnyDocument = Document & Record<string, unknown>;
export const ALL_COLLECTIONS: readonly CollectionDefinition<AnyDocument>[] = Object.values(COLLECTIONS).map(({ name, indexes }) => ({
  name,
  indexes: Object.fromEntries(Object.entries(indexes).map(([index, { fields, ...rest }]) => [index, { fields: [...fields], ...rest }])),
}));
const PERSISTENT_COLLECTIONS = ALL_COLLECTIONS.filter(({ name }) => !TRANSIENT_COLLECTIONS.some((passing) => passing.name === name));

/**
 * Yields all user data as an archive. Documents come first: they name objects, and objects are written before their documents, so
 * only objects that are deleted meanwhile can be missing. Damaged objects are left out.
 */
export async function* saveStores(
  { documents, objects }: Stores,
  onDamaged: (object: DamagedObject) => void,
): AsyncGenerator<string | Buffer, ArchiveCounts> {
  const count = { documents: 0, objects: 0 };
  const line = (value: ArchiveEntry) => encodeEntry(value);
  yield line({ archive: FORMAT_VERSION });
  for (const definition of PERSISTENT_COLLECTIONS) {
    for await (const document of documentsById(documents.collection(definition))) {
      yield line({ document, collection: definition.name });
      count.documents++;
    }
  }
  for await (const { key } of objects.list("")) {
    const found = await openVerified(objects, key);
    if (found === undefined) continue;
    if (found instanceof DamagedObject) {
      onDamaged(found);
      continue;
    }
    yield line({ object: found.info });
    for await (const bytes of found.bytes) yield bytes as Buffer;
    count.objects++;
  }
  yield line({ end: count });
  return count;
}

/** Returns undefined if the object is deleted meanwhile. */
async function openVerified(objects: ObjectStore, key: string): Promise<{ info: ObjectInfo; bytes: Readable } | DamagedObject | undefined> {
  try {
    const info = await objects.verify(key);
    return { info, bytes: await objects.get(key) };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    if (error instanceof DamagedObject) return error;
    throw error;
  }
}

/** Yields all documents sorted by id. Pages overlap by one document, so that deletions of earlier documents skip none. */
async function* documentsById(collection: Collection<AnyDocument>): AsyncGenerator<AnyDocument> {
  let last = "";
  for (let skip = 0; ; ) {
    const page = await collection.find({ sort: { field: "id", order: "asc" }, skip, limit: PAGE_SIZE });
    const first = page[0]?.id;
    if (skip > 0 && (first === undefined || first > last)) {
      skip = Math.max(0, skip - PAGE_SIZE);
      continue;
    }
    yield* page.filter(({ id }) => id > last);
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE_SIZE) return;
    skip += PAGE_SIZE - 1;
  }
}
