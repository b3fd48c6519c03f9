import {
  API_VERSION,
  controllerReference,
  FINALIZER,
  hasAgathaGroup,
  type KindName,
  type OwnerReference,
  type Resource,
} from "@agatha/contracts";
import type { Action } from "./action.js";

/**
 * Returns the actions that ensure a finalizer, an owner among the product's kinds, by default `owner`, and that owners are named in the
 * present version: Kubernetes finds an owner only in a version that is served.
 */
export function metadataActions({ metadata }: Pick<Resource<KindName>, "metadata">, owner: Resource<KindName> | undefined): Action[] {
  const { ownerReferences: present = [], finalizers } = metadata;
  const isOutdated = present.some((reference) => hasAgathaGroup(reference) && reference.apiVersion !== API_VERSION);
  // Who deletes an owner with --cascade=orphan keeps what it owns: Kubernetes has taken the reference away.
  const isStaying = owner !== undefined && owner.metadata.deletionTimestamp === undefined;
  const isMissing = isStaying && !present.some(hasAgathaGroup);
  if (!isOutdated && !isMissing) return finalizers?.includes(FINALIZER) ? [] : [{ do: "keep-metadata" }];
  const renewed = present.map((reference) => (hasAgathaGroup(reference) ? { ...reference, apiVersion: API_VERSION } : reference));
  return [{ do: "keep-metadata", ownerReferences: isMissing ? [...renewed, referenceBeside(present, owner)] : renewed }];
}

/** Returns the reference to an owner. The owner controls the object unless another one does: the API server refuses a second controller. */
function referenceBeside(present: OwnerReference[], { kind, metadata }: Resource<KindName>): OwnerReference {
  return { ...controllerReference(kind, metadata), controller: !present.some(({ controller }) => controller) };
}
