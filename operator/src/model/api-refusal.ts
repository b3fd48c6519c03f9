import {
  type Clock,
  COLLECTIONS,
  type DocumentStore,
  isApiEnabled,
  isMarkedDeleted,
  type OwnerRefusal,
  ownerRefusal,
  type Resource,
} from "@agatha/contracts";

/** Why an enabled API answers nobody: the model or its dataset is in the trash, the token is revoked, or the owner's APIs do not answer. */
export type ApiRefusal = OwnerRefusal | "deleted" | "datasetDeleted" | "revoked";

/** Returns why the model's API answers nobody; undefined if it answers, or is not enabled. */
export async function apiRefusal(
  { documents, timers }: { documents: DocumentStore; timers: Clock },
  model: Resource<"Model">,
  dataset: Resource<"Dataset"> | undefined,
): Promise<ApiRefusal | undefined> {
  if (!isApiEnabled(model)) return undefined;
  if (isMarkedDeleted(model)) return "deleted";
  if (!dataset || isMarkedDeleted(dataset)) return "datasetDeleted";
  const token = await documents.collection(COLLECTIONS.apiTokens).get(model.metadata.name);
  if (token?.subjectUid === model.metadata.uid && token.tokenHash === undefined) return "revoked";
  const owner = await documents.collection(COLLECTIONS.users).get(model.spec.owner);
  return ownerRefusal(owner, dataset.spec.productType, timers.now());
}
