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
import { modelSubject, revokedSubjects } from "@agatha/contracts/api-access/api-tokens";

/**
 * Why an enabled API answers nobody: the model or its dataset is in the trash, there is no dataset, the token is revoked, or the owner's
 * APIs do not answer.
 */
export type ApiRefusal = OwnerRefusal | "deleted" | "datasetInTrash" | "datasetMissing" | "revoked";

/** Returns why the model's API answers nobody; undefined if it answers, or is not enabled. */
export async function apiRefusal(
  { documents, timers }: { documents: DocumentStore; timers: Clock },
  model: Resource<"Model">,
  dataset: Resource<"Dataset"> | undefined,
): Promise<ApiRefusal | undefined> {
  if (!isApiEnabled(model)) return undefined;
  if (isMarkedDeleted(model)) return "deleted";
  if (!dataset) return "datasetMissing";
  if (isMarkedDeleted(dataset)) return "datasetInTrash";
  const revoked = await revokedSubjects(documents, [modelSubject(model)]);
  if (revoked.size > 0) return "revoked";
  const owner = await documents.collection(COLLECTIONS.users).get(model.spec.owner);
  return ownerRefusal(owner, dataset.spec.productType, timers.now());
}
