import { API_VERSION, GROUP, KINDS, type KindName, NOT_OBSERVED, type ObjectMeta, type Resource, VERSION } from "@agatha/contracts";

/** An object as the API server sends it, with metadata that the product does not use. */
export interface KubernetesObject {
  metadata: ObjectMeta;
  spec?: unknown;
  status?: { observedGeneration?: number };
}

/** Returns the path of the objects of a namespace, or of all namespaces. */
export function collectionPath(namespace: string | undefined, kind: KindName): string {
  const within = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `/apis/${GROUP}/${VERSION}${within}/${KINDS[kind].plural}`;
}

/** Returns the fields of an object that the product uses. */
export function toResource<K extends KindName>(kind: K, { metadata, spec, status }: KubernetesObject): Resource<K> {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp } = metadata;
  const { deletionTimestamp, labels, annotations, finalizers, ownerReferences } = metadata;
  const optional = { deletionTimestamp, labels, annotations, finalizers, ownerReferences };
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return {
    apiVersion: API_VERSION,
    kind,
    metadata: { name, namespace, uid, resourceVersion, generation, creationTimestamp, ...present },
    spec: spec as Resource<K>["spec"],
    // A status that only has the definition's default is none to the product: no controller has seen the object.
    ...(status !== undefined && status.observedGeneration !== NOT_OBSERVED && { status: status as NonNullable<Resource<K>["status"]> }),
  };
}

/** Returns the part of an update without spec or status. The server owns all other metadata, and rejects some of them. */
export function updateBody<K extends KindName>(kind: K, { metadata }: Resource<K>) {
  const { name, uid, resourceVersion, labels, annotations, finalizers, ownerReferences } = metadata;
  return { apiVersion: API_VERSION, kind, metadata: { name, uid, resourceVersion, labels, annotations, finalizers, ownerReferences } };
}
