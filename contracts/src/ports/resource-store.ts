import type { FieldSelector, KindName, NewResource, Resource } from "../kinds/index.js";

export interface WatchEvent<K extends KindName> {
  type: "ADDED" | "MODIFIED" | "DELETED";
  resource: Resource<K>;
}

export interface ResourceList<K extends KindName> {
  items: Resource<K>[];
  /** Pass to `watch` to see everything that happens after this list. */
  resourceVersion: string;
}

/** What identifies an object for a write: the name alone would take a deleted and recreated one for the same. */
export interface ResourceRef {
  name: string;
  uid: string;
}

/** Our kinds in one namespace, with the semantics of the Kubernetes API. */
export interface ResourceStore {
  get<K extends KindName>(kind: K, name: string): Promise<Resource<K> | undefined>;
  /** In order of name; all of the kind, or those that `where` selects, at a cost that does not grow with the others. */
  list<K extends KindName>(kind: K, where?: FieldSelector<K>): Promise<ResourceList<K>>;
  /** Ends when `signal` aborts; throws Expired when `resourceVersion` is too old, and anything else when the connection fails: list again. */
  watch<K extends KindName>(kind: K, resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<K>>;
  /** Sets uid, resourceVersion, generation 1 and creationTimestamp; the status starts empty. Throws AlreadyExists; InvalidInput when the spec breaks its schema. */
  create<K extends KindName>(kind: K, resource: NewResource<K>): Promise<Resource<K>>;
  /** Metadata (labels, annotations, finalizers) and spec; the status is left as it is. A change of spec raises the generation. Throws Conflict when resourceVersion is not the present one. Removing the last finalizer of an object marked for deletion deletes it. */
  update<K extends KindName>(kind: K, resource: Resource<K>): Promise<Resource<K>>;
  /** Replaces the whole status. Throws Conflict when resourceVersion is not the present one, NotFound. */
  updateStatus<K extends KindName>(kind: K, resource: Resource<K>): Promise<Resource<K>>;
  /** With finalizers: sets deletionTimestamp. Without: deletes, and then everything that it owns. Throws NotFound. */
  delete<K extends KindName>(kind: K, ref: ResourceRef): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
