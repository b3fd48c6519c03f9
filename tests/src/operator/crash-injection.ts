/** Injects a crash of the operator right after its nth write: the write is done, its response is lost, and every later call fails. */
import type { Collection, CollectionDefinition, Document, DocumentStore, JobRunner, ObjectStore, ResourceStore } from "@agatha/contracts";

export interface Ports {
  resources: ResourceStore;
  documents: DocumentStore;
  objects: ObjectStore;
  jobs: JobRunner;
}

export type Stores = Pick<Ports, "documents" | "objects">;

export interface WriteLog {
  /** Writes so far, each as `port.method`. */
  readonly writes: string[];
}

export class InjectedCrash extends Error {
  override name = "Killed";
}

const WRITE_METHODS = {
  resources: ["create", "update", "updateStatus", "delete"],
  jobs: ["launch", "cancel", "remove"],
  objects: ["put", "delete"],
  collection: ["insert", "replace", "put", "delete"],
};

/** Wraps the ports so that they fail after this number of writes. The last write is done, but its response is lost. */
export function crashAfterWrites(ports: Ports, writes = Number.POSITIVE_INFINITY): Ports & WriteLog {
  const guard = createWriteGuard(writes);
  return {
    writes: guard.writes,
    resources: guard.wrap(ports.resources, "resources", WRITE_METHODS.resources),
    jobs: guard.wrap(ports.jobs, "jobs", WRITE_METHODS.jobs),
    ...guardedStores(guard, ports),
  };
}

/** Same as `crashAfterWrites`, for a trainer, which has only stores. */
export function crashStoresAfterWrites(stores: Stores, writes: number): Stores & WriteLog {
  const guard = createWriteGuard(writes);
  return { writes: guard.writes, ...guardedStores(guard, stores) };
}

function guardedStores(guard: WriteGuard, { objects, documents }: Stores): Stores {
  return {
    objects: guard.wrap(objects, "objects", WRITE_METHODS.objects),
    documents: {
      ...documents,
      collection: <T extends Document>(definition: CollectionDefinition<T>): Collection<T> =>
        guard.wrap(documents.collection(definition), definition.name, WRITE_METHODS.collection),
    },
  };
}

interface WriteGuard {
  writes: string[];
  /** Returns the target with every call failing after the crash. `methods` are its writes. */
  wrap<T extends object>(target: T, name: string, methods: readonly string[]): T;
}

function createWriteGuard(writes: number): WriteGuard {
  const done: string[] = [];
  const assertAlive = () => {
    if (done.length >= writes) throw new InjectedCrash(`killed after ${done.at(-1)}`);
  };
  function over<T extends object>(target: T, name: string, methods: readonly string[]): T {
    return new Proxy(target, {
      get(object, key) {
        const value: unknown = Reflect.get(object, key);
        if (typeof value !== "function" || typeof key !== "string") return value;
        if (!methods.includes(key)) {
          return (...args: unknown[]) => {
            assertAlive();
            return Reflect.apply(value, object, args);
          };
        }
        return async (...args: unknown[]) => {
          assertAlive();
          const answer: unknown = await Reflect.apply(value, object, args);
          done.push(`${name}.${key}`);
          assertAlive();
          return answer;
        };
      },
    });
  }
  return { writes: done, wrap: over };
}
