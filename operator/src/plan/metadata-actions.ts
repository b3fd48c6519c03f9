import { FINALIZER, KIND_NAMES, type KindName, type OwnerReference, type Resource } from "@agatha/contracts";
import type { Action } from "./action.js";

/** Returns the actions that ensure a finalizer and an owner: an object of the product's kinds, by default `owner`. */
export function metadataActions({ metadata }: Pick<Resource<KindName>, "metadata">, owner: Resource<KindName> | undefined): Action[] {
  const owned = metadata.ownerReferences?.some(({ kind }) => (KIND_NAMES as string[]).includes(kind));
  if (owned || !owner) return metadata.finalizers?.includes(FINALIZER) ? [] : [{ do: "keep-metadata" }];
  const { apiVersion, kind, metadata: of } = owner;
  const reference: OwnerReference = { apiVersion, kind, name: of.name, uid: of.uid, controller: true, blockOwnerDeletion: true };
  return [{ do: "keep-metadata", ownerReferences: [...(metadata.ownerReferences ?? []), reference] }];
}
