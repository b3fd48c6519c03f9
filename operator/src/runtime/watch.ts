import { type KindName, ownersOfKind, type Resource } from "@agatha/contracts";
import type { Lister } from "@agatha/contracts/resources/informer";

/** The cached objects of each kind. */
export type Listers = { readonly [K in KindName]: Lister<K> };

/** Another kind whose changes a controller reacts to (controller-runtime: Watches with EnqueueRequestsFromMapFunc). */
export interface Watch {
  readonly kind: KindName;
  /** Names of the controller's own objects to reconcile when an object of `kind` changes. */
  requests(changed: Resource<KindName>, listers: Listers): string[];
}

/** A watch on `kind`; `requests` maps the changed object to the names to reconcile. */
export function watch<K extends KindName>(kind: K, requests: (changed: Resource<K>, listers: Listers) => string[]): Watch {
  return { kind, requests: (changed, listers) => requests(changed as Resource<K>, listers) };
}

/** A watch on `kind` that reconciles the objects that refer to the changed one by name. */
export function watchReferences<K extends KindName, Own extends KindName>(
  kind: K,
  own: Own,
  refersTo: (spec: Resource<Own>["spec"], name: string) => boolean,
): Watch {
  return watch(kind, ({ metadata }, listers) =>
    listers[own]
      .list()
      .filter(({ spec }) => refersTo(spec, metadata.name))
      .map((dependent) => dependent.metadata.name),
  );
}

/** A watch on objects that one of the controller's own kind owns (controller-runtime: Owns). */
export function watchOwned<K extends KindName>(kind: K, owner: KindName): Watch {
  return watch(kind, (owned) => ownersOfKind(owned, owner).map(({ name }) => name));
}
