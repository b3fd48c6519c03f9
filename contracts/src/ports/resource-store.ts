import type { FieldSelector, KindName, NewResource, Resource } from "../kinds/index.js";

export interface WatchEvent<K extends KindName> {
  type: "ADDED" | "MODIFIED" | "DELETED";
  resource: Resource<K>;
}

export interface ResourceList<K extends KindName> {
  items: Resource<K>[];
  /** True if objects may be missing, because a namespace that is served may not be listed. */
  incomplete?: true;
  /** Version to pass to `watch`, which then reports every change after this list. */
  resourceVersion: string;
}

/** Identifies an object for a write by name and uid. The name alone would also match a recreated object. */
export interface ResourceRef {
  name: string;
  uid: string;
}

/** Store of the product's kinds in one namespace, with the semantics of the Kubernetes API. */
export interface ResourceStore {
  get<K extends KindName>(kind: K, name: string): Promise<Resource<K> | undefined>;
  /**
   * Lists all objects of the kind in order of name, or those that `where` selects. The cost does not grow with the number of
   * other objects.
   */
  list<K extends KindName>(kind: K, where?: FieldSelector<K>): Promise<ResourceList<K>>;
  /**
   * Ends when `signal` aborts. Throws Expired if `resourceVersion` is too old, and another error if the connection fails; then
   * the caller lists again.
   */
  watch<K extends KindName>(kind: K, resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<K>>;
  /**
   * Sets uid, resourceVersion, generation 1 and creationTimestamp. The status starts empty. Throws AlreadyExists, and
   * InvalidInput if the spec violates its schema.
   */
  create<K extends KindName>(kind: K, resource: NewResource<K>): Promise<Resource<K>>;
  /**
   * Updates metadata (labels, annotations, finalizers) and spec, and keeps the status. A change of the spec increments the
   * generation. Throws Conflict if resourceVersion is not the current one. Removing the last finalizer of an object marked for
   * deletion deletes it.
   */
  update<K extends KindName>(kind: K, resource: Resource<K>): Promise<Resource<K>>;
  /** Replaces the whole status. Throws NotFound, and Conflict if resourceVersion is not the current one. */
  updateStatus<K extends KindName>(kind: K, resource: Resource<K>): Promise<Resource<K>>;
  /**
   * Sets deletionTimestamp if the object has finalizers. Otherwise deletes the object, and then everything that it owns. Throws
   * NotFound, and Conflict if a resourceVersion is given that is not the current one.
   */
  delete<K extends KindName>(kind: K, ref: ResourceRef, resourceVersion?: string): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
