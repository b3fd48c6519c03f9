/** Ports in memory for the tests of this package. They behave as the adapters do, except for durability. */
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  AlreadyExists,
  API_VERSION,
  type Clock,
  type Collection,
  type CollectionDefinition,
  Conflict,
  type Document,
  type DocumentStore,
  type EventBus,
  type EventName,
  type Events,
  InvalidInput,
  isoTime,
  KINDS,
  type KindName,
  type NewResource,
  NotFound,
  type ObjectInfo,
  type ObjectStore,
  RejectedBytes,
  type Resource,
  type ResourceStore,
} from "@agatha/contracts";

const noLifecycle = { ping: async () => undefined, close: async () => undefined };

/** Returns a store in memory. `away` returns the error of its calls, if any. */
export function memoryDocuments(clock: Clock, away: () => Error | undefined = () => undefined): DocumentStore {
  const kept = new Map<string, Map<string, Document>>();
  return {
    collection: (definition) => {
      if (!kept.has(definition.name)) kept.set(definition.name, new Map());
      const collection = memoryCollection(definition, kept.get(definition.name)!, clock);
      const there = (): void => {
        const error = away();
        if (error) throw error;
      };
      return {
        ...collection,
        get: async (id) => {
          there();
          return await collection.get(id);
        },
        getMany: async (ids) => {
          there();
          return await collection.getMany(ids);
        },
        find: async (options) => {
          there();
          return await collection.find(options);
        },
        insert: async (document) => {
          there();
          return await collection.insert(document);
        },
      };
    },
    ...noLifecycle,
  };
}

function memoryCollection<T extends Document>(
  definition: CollectionDefinition<T>,
  kept: Map<string, Document>,
  clock: Clock,
): Collection<T> {
  const alive = (): T[] => ([...kept.values()] as T[]).filter((d) => !d.expiresAt || Date.parse(d.expiresAt) > clock.now());
  const matches = (document: T, where: Partial<T> = {}): boolean =>
    Object.entries(where).every(([field, value]) => document[field as keyof T] === value);
  const write = (document: T): T => {
    for (const { fields, unique } of Object.values(definition.indexes)) {
      const twin = alive().some(
        (other) => other.id !== document.id && fields.every((f) => document[f] !== undefined && other[f] === document[f]),
      );
      if (unique && twin) throw new AlreadyExists(`${definition.name}: ${fields.join(", ")}`);
    }
    kept.set(document.id, structuredClone(document));
    return structuredClone(document);
  };
  const find = (where?: Partial<T>): T[] => alive().filter((d) => matches(d, where));
  const get = (id: string): T | undefined => structuredClone(alive().find((d) => d.id === id));
  return {
    get: async (id) => get(id),
    getMany: async (ids) => new Map(ids.flatMap((id) => get(id) ?? []).map((document) => [document.id, document])),
    find: async ({ where, sort, limit, skip = 0 } = {}) => {
      const { field, order } = sort ?? { field: "id" as const, order: "asc" as const };
      const sign = order === "asc" ? 1 : -1;
      const found = find(where).sort((a, b) => (a[field] === b[field] ? 0 : a[field] < b[field] ? -sign : sign));
      return structuredClone(found.slice(skip, limit === undefined ? undefined : skip + limit));
    },
    count: async (where) => find(where).length,
    insert: async (document) => {
      if (get(document.id)) throw new AlreadyExists(document.id);
      return write({ ...document, version: 1 } as T);
    },
    replace: async (document) => {
      const present = get(document.id);
      if (!present) throw new NotFound(document.id);
      if (present.version !== document.version) throw new Conflict(document.id);
      return write({ ...document, version: document.version + 1 });
    },
    put: async (document) => write({ ...document, version: (get(document.id)?.version ?? 0) + 1 } as T),
    delete: async (id) => kept.delete(id),
  };
}

/**
 * Returns a store of resources in memory, with versions, finalizers and owners. `watch` throws, because nothing in the API
 * watches.
 */
export function memoryResources(clock: Clock): ResourceStore {
  const kept = new Map<string, Resource<KindName>>();
  let revision = 0;
  const read = <K extends KindName>(kind: K, name: string): Resource<K> | undefined =>
    structuredClone(kept.get(`${kind}/${name}`)) as Resource<K> | undefined;
  const present = <K extends KindName>(kind: K, name: string, resourceVersion?: string): Resource<K> => {
    const found = read(kind, name);
    if (!found) throw new NotFound(name);
    if (resourceVersion !== undefined && found.metadata.resourceVersion !== resourceVersion) throw new Conflict(name);
    return found;
  };
  const write = <K extends KindName>(resource: Resource<K>): Resource<K> => {
    resource.metadata.resourceVersion = String(++revision);
    kept.set(`${resource.kind}/${resource.metadata.name}`, structuredClone(resource) as Resource<KindName>);
    return resource;
  };
  const erase = (resource: Resource<KindName>): void => {
    kept.delete(`${resource.kind}/${resource.metadata.name}`);
    for (const owned of kept.values()) if (owned.metadata.ownerReferences?.some((o) => o.uid === resource.metadata.uid)) erase(owned);
  };
  return {
    get: async (kind, name) => read(kind, name),
    list: async (kind, where = {}) => ({
      items: [...kept.values()].filter((r) => r.kind === kind && isSelected(r.spec, where)).map((r) => read(kind, r.metadata.name)!),
      resourceVersion: String(revision),
    }),
    watch: () => {
      throw new Error("nothing in the API watches");
    },
    create: async <K extends KindName>(kind: K, resource: NewResource<K>) => {
      if (read(kind, resource.metadata.name)) throw new AlreadyExists(resource.metadata.name);
      const metadata = { namespace: "default", uid: randomUUID(), resourceVersion: "", generation: 1, creationTimestamp: isoTime(clock) };
      const spec = checkedSpec(kind, resource.spec);
      return write({ apiVersion: API_VERSION, kind, metadata: { ...metadata, ...resource.metadata }, spec });
    },
    update: async (kind, resource) => {
      const before = present(kind, resource.metadata.name, resource.metadata.resourceVersion);
      const spec = checkedSpec(kind, resource.spec);
      const generation = before.metadata.generation + (JSON.stringify(spec) === JSON.stringify(before.spec) ? 0 : 1);
      const after = { ...structuredClone(resource), spec, status: before.status, metadata: { ...resource.metadata, generation } };
      if (after.metadata.deletionTimestamp && !after.metadata.finalizers?.length) erase(after);
      else write(after);
      return after;
    },
    updateStatus: async (kind, resource) => {
      const before = present(kind, resource.metadata.name, resource.metadata.resourceVersion);
      return write({ ...before, status: structuredClone(resource.status) });
    },
    delete: async (kind, ref, resourceVersion) => {
      const before = present(kind, ref.name, resourceVersion);
      if (before.metadata.uid !== ref.uid) throw new NotFound(ref.name);
      if (before.metadata.finalizers?.length) {
        write({ ...before, metadata: { ...before.metadata, deletionTimestamp: before.metadata.deletionTimestamp ?? isoTime(clock) } });
      } else erase(before);
    },
    ...noLifecycle,
  };
}

function checkedSpec<K extends KindName>(kind: K, spec: unknown): Resource<K>["spec"] {
  const checked = KINDS[kind].spec.safeParse(spec);
  if (!checked.success) throw new InvalidInput("010201", { path: "spec", message: checked.error.message });
  return checked.data as Resource<K>["spec"];
}

/** Returns an object store in memory that checks sizes and digests as the real ones do. */
export function memoryObjects(): ObjectStore {
  const kept = new Map<string, Buffer>();
  const info = (key: string, bytes: Buffer): ObjectInfo => ({
    key,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  const present = (key: string): Buffer => {
    const bytes = kept.get(key);
    if (!bytes) throw new NotFound(key);
    return bytes;
  };
  return {
    put: async (key, body, options = {}) => {
      if (options.createOnly && kept.has(key)) throw new AlreadyExists(key);
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body instanceof Readable ? body : [body]) {
        chunks.push(Buffer.from(chunk));
        size += chunk.length;
        if (size > (options.maxBytes ?? Number.POSITIVE_INFINITY)) throw new RejectedBytes("TooLarge", key);
      }
      options.signal?.throwIfAborted();
      const stored = info(key, Buffer.concat(chunks));
      if (options.sha256 && options.sha256 !== stored.sha256) throw new RejectedBytes("DigestMismatch", key);
      kept.set(key, Buffer.concat(chunks));
      return stored;
    },
    get: async (key, range) => Readable.from([range ? present(key).subarray(range.start, range.end + 1) : present(key)]),
    download: async (key, path) => writeFile(path, present(key), { flag: "wx" }),
    verify: async (key) => info(key, present(key)),
    head: async (key) => (kept.has(key) ? info(key, present(key)) : undefined),
    list: async function* (prefix) {
      for (const key of [...kept.keys()].sort()) if (key.startsWith(prefix)) yield info(key, present(key));
    },
    delete: async (key) => {
      kept.delete(key);
    },
    ...noLifecycle,
  };
}

function isSelected(spec: object, where: object): boolean {
  const values = new Map<string, unknown>(Object.entries(spec));
  return Object.entries(where).every(([field, value]) => value === undefined || values.get(field) === value);
}

/** Returns an event bus that calls the subscribers before `publish` returns. */
export function memoryEvents(): EventBus {
  const handlers = new Map<EventName, Set<(event: never) => void>>();
  return {
    publish: <E extends EventName>(name: E, event: Events[E]) => {
      for (const handler of handlers.get(name) ?? []) (handler as (event: Events[E]) => void)(event);
    },
    subscribe: (name, handler) => {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(handler));
      return () => set.delete(handler);
    },
    ...noLifecycle,
  };
}
