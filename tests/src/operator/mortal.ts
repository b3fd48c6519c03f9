/** An operator that dies right after its nth write: the write is done, its answer never arrives, and nothing works any more. */
import type { Collection, CollectionDefinition, Document, DocumentStore, JobRunner, ObjectStore, ResourceStore } from "@agatha/contracts";

export interface Ports {
  resources: ResourceStore;
  documents: DocumentStore;
  objects: ObjectStore;
  jobs: JobRunner;
}

export type Stores = Pick<Ports, "documents" | "objects">;

export interface Life {
  /** Writes so far, each as `port.method`. */
  readonly writes: string[];
}

export class Killed extends Error {
  override name = "Killed";
}

const WRITES = {
  resources: ["create", "update", "updateStatus", "delete"],
  jobs: ["launch", "cancel", "remove"],
  objects: ["put", "delete"],
  collection: ["insert", "replace", "put", "delete"],
};

/** `writes`: how many it may do, the last of which is its death. */
export function mortal(ports: Ports, writes = Number.POSITIVE_INFINITY): Ports & Life {
  const guard = createGuard(writes);
  return {
    writes: guard.done,
    resources: guard.over(ports.resources, "resources", WRITES.resources),
    jobs: guard.over(ports.jobs, "jobs", WRITES.jobs),
    ...storesUnder(guard, ports),
  };
}

/** As `mortal`, for what has no more than stores: a trainer. */
export function mortalStores(stores: Stores, writes: number): Stores & Life {
  const guard = createGuard(writes);
  return { writes: guard.done, ...storesUnder(guard, stores) };
}

function storesUnder(guard: Guard, { objects, documents }: Stores): Stores {
  return {
    objects: guard.over(objects, "objects", WRITES.objects),
    documents: {
      ...documents,
      collection: <T extends Document>(definition: CollectionDefinition<T>): Collection<T> =>
        guard.over(documents.collection(definition), definition.name, WRITES.collection),
    },
  };
}

interface Guard {
  done: string[];
  /** The same, as long as it lives; its `methods` are the writes. */
  over<T extends object>(target: T, name: string, methods: readonly string[]): T;
}

function createGuard(writes: number): Guard {
  const done: string[] = [];
  const assertAlive = () => {
    if (done.length >= writes) throw new Killed(`killed after ${done.at(-1)}`);
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
  return { done, over };
}
