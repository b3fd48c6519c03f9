import { type KindName, type ResourceStore, Unavailable } from "@agatha/contracts";
import { createInformer, type Informer, type InformerDeps } from "@agatha/contracts/resources/informer";

export interface ResourceCache {
  /**
   * Reads from the cache, which lags slightly behind the store. The result is shared and must not be changed. Throws Unavailable
   * until everything has been listed once.
   */
  get: ResourceStore["get"];
  /** Returns true if everything has been listed once. */
  synced(): boolean;
  stop(): Promise<void>;
}

/**
 * Caches these kinds in memory with a watch, for callers that read the same few objects thousands of times a second. Reads do not
 * query the store. While the store is unavailable, they return the last known state.
 */
export function createResourceCache(kinds: readonly KindName[], deps: Omit<InformerDeps<KindName>, "kind">): ResourceCache {
  const informers = new Map(kinds.map((kind): [KindName, Informer<KindName>] => [kind, createInformer({ ...deps, kind })]));
  for (const informer of informers.values()) informer.start();
  return {
    async get<K extends KindName>(kind: K, name: string) {
      const informer = informers.get(kind) as Informer<K> | undefined;
      if (!informer) throw new Error(`${kind} is not watched here`);
      if (!informer.synced()) throw new Unavailable("The models are being listed: try again in a moment");
      return informer.get(name);
    },
    synced: () => [...informers.values()].every((informer) => informer.synced()),
    async stop() {
      await Promise.all([...informers.values()].map((informer) => informer.stop()));
    },
  };
}
