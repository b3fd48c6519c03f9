import { type KindName, type ResourceStore, Unavailable } from "@agatha/contracts";
import { createInformer, type Informer, type InformerDeps } from "@agatha/contracts/informer";

export interface ResourceCache {
  /** Moments behind the store; what it returns is shared and must not be changed. Throws Unavailable until everything has been listed once. */
  get: ResourceStore["get"];
  /** Whether everything has been listed once. */
  synced(): boolean;
  stop(): Promise<void>;
}

/**
 * Answers from memory what a watch of these kinds tells, for who reads the same few objects thousands of times a second: the
 * store is asked nothing for it, and while it is away the answers are the last that were heard.
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
