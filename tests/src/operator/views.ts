/** Up-to-date views of an operator. */
import { KIND_NAMES, type KindName, type Resource, type ResourceStore } from "@agatha/contracts";
import type { Lister } from "@agatha/contracts/resources/informer";
import { eventually } from "../ports/temporary-folder.js";

export type Views = { readonly [K in KindName]: Lister<K> };

interface ViewReader {
  /** The store. What is written through it is listed again. */
  resources: ResourceStore;
  /**
   * Resolves with the views once no object has a deleted owner. In a cluster, Kubernetes' garbage collector deletes such objects.
   * Kinds that have not changed since are not listed again: on a real API server most requests would be lists.
   */
  read(): Promise<Views>;
  /** Lists every kind next time, as somebody else may have changed it. */
  forget(): void;
}

export function createViewReader(store: ResourceStore): ViewReader {
  const views = new Map<KindName, Lister<KindName>>();
  async function writing<T>(kind: KindName, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      views.delete(kind);
    }
  }
  return {
    resources: {
      ...store,
      create: (kind, resource) => writing(kind, store.create(kind, resource)),
      update: (kind, resource) => writing(kind, store.update(kind, resource)),
      updateStatus: (kind, resource) => writing(kind, store.updateStatus(kind, resource)),
      delete: (kind, metadata, resourceVersion) => writing(kind, store.delete(kind, metadata, resourceVersion)),
    },
    async read() {
      let all!: Views;
      await eventually(async () => {
        const missing = KIND_NAMES.filter((kind) => !views.has(kind));
        await Promise.all(missing.map(async (kind) => views.set(kind, fixedView((await store.list(kind)).items))));
        all = Object.fromEntries(views) as Views;
        const isComplete = !hasOrphan(all);
        // Somebody else deletes what the orphan's kind has.
        if (!isComplete) views.clear();
        return isComplete;
      }, GARBAGE_COLLECTION_SECONDS);
      return all;
    },
    forget: () => views.clear(),
  };
}

/** Kubernetes' garbage collector looks for new versions of kinds every 30 s, and deletes nothing while it reads them. */
const GARBAGE_COLLECTION_SECONDS = 120;

function fixedView<K extends KindName>(items: Resource<K>[]): Lister<K> {
  return { get: (name) => items.find((item) => item.metadata.name === name), list: () => items };
}

function hasOrphan(views: Views): boolean {
  const all = KIND_NAMES.flatMap((kind) => views[kind].list().map(({ metadata }) => metadata));
  const uids = new Set(all.map(({ uid }) => uid));
  return all.some((one) => one.deletionTimestamp === undefined && one.ownerReferences?.some((owner) => !uids.has(owner.uid)));
}
