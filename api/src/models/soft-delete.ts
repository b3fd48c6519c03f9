import { COLLECTIONS, ERRORS, InvalidInput, isMarkedDeleted, NotFound, type Resource, titleOf, type User } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { enforceApiLimit } from "../api-limits/enforce-api-limit.js";
import { withModelPlaces } from "../api-limits/model-limit.js";
import { recordAudit } from "../audit/record-audit.js";
import { restorableWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { markDeleted, unmarkDeleted } from "../resources/soft-delete.js";
import { autoModelTarget, modelTarget, requestCancellation } from "../resources/training.js";
import type { ModelInDataset } from "./access.js";
import { automaticTrainingOf } from "./automatic-training-of.js";
import { ensureNameAndQuota } from "./create.js";
import { describeModel } from "./listing.js";
import { withModelName } from "./name-reservation.js";

/** Marks a model as deleted, so that it can be restored for a day. Its training stops. */
export async function deleteModel(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">,
  user: User,
  { model }: ModelInDataset,
): Promise<void> {
  await recordAudit(deps, user, { action: "model.delete", target: model.metadata.name, detail: { name: titleOf(model) } });
  await requestCancellation(deps, model);
  await markDeleted(deps, modelTarget(model));
}

/**
 * Restores a model as it was, except for its training, and for its API if the owner's limit is reached. Throws NotFound
 * (datasetNotFound, modelNotFound) if it was not deleted, or was deleted more than a day ago, modelNotRestorable if another model
 * has its name, and ApiError (modelLimitReached).
 */
export async function restoreModel(deps: ApiDeps, user: User, datasetId: string, modelId: string): Promise<ModelAnswer> {
  const notFound = new NotFound(`model ${modelId} was not deleted, or more than a day ago`, ERRORS.modelNotFound);
  const { resource: model, dataset } = await restorableWithDataset(deps, user, { kind: "Model", id: modelId, datasetId, notFound });
  const restored = await unmarkModel(deps, user, { model, dataset });
  await unmarkParent(deps, model);
  return await describeModel(deps, user, restored);
}

/** Restores the automatic training that made the model, which would otherwise be removed later with all its models. */
async function unmarkParent(deps: Pick<ApiDeps, "resources" | "clock">, model: Resource<"Model">): Promise<void> {
  const parent = await automaticTrainingOf(deps, model);
  if (!parent || parent.metadata.deletionTimestamp !== undefined || !isMarkedDeleted(parent)) return;
  await unmarkDeleted(deps, autoModelTarget(parent));
}

/** Restores a model that may be restored. Throws what restoreModel throws for its name and the limits. */
export async function unmarkModel(deps: ApiDeps, user: User, { model, dataset }: ModelInDataset): Promise<ModelInDataset> {
  const names = { datasetId: dataset.metadata.name, name: model.spec.displayName };
  const restore = async () => {
    await ensureRestorable(deps, user, model);
    await recordAudit(deps, user, { action: "model.restore", target: model.metadata.name, detail: { name: titleOf(model) } });
    await enforceApiLimit(deps, user, [model], dataset.spec.productType);
    return { model: await unmarkDeleted(deps, modelTarget(model)), dataset };
  };
  return await withModelName(deps, names, () => withModelPlaces({ id: model.spec.owner }, restore));
}

async function ensureRestorable(deps: ApiDeps, user: User, { metadata, spec }: Resource<"Model">): Promise<void> {
  const owner = (await deps.documents.collection(COLLECTIONS.users).get(spec.owner)) ?? user;
  try {
    await ensureNameAndQuota(deps, owner, { datasetId: spec.datasetRef, name: spec.displayName }, metadata.uid);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const message = `Another model is called ${JSON.stringify(spec.displayName)} by now: rename that one first`;
    throw new InvalidInput(ERRORS.modelNotRestorable, { path: "name", message });
  }
}
