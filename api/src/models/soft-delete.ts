import {
  COLLECTIONS,
  ERRORS,
  InvalidInput,
  isMarkedDeleted,
  isoTime,
  NotFound,
  type Resource,
  type User,
  withDeletedAnnotation,
  withoutDeletedAnnotation,
} from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { enforceApiLimit } from "../api-limits/enforce-api-limit.js";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, ensureAccess } from "../datasets/access.js";
import { isRestorable } from "../datasets/soft-delete.js";
import type { ApiDeps } from "../deps.js";
import { modelTarget, requestCancellation } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";
import type { ModelInDataset } from "./access.js";
import { ensureNameAndQuota } from "./create.js";
import { describeModel } from "./listing.js";

/** Marks a model as deleted, so that it can be restored for a day. Its training stops. */
export async function deleteModel(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">,
  user: User,
  { model }: ModelInDataset,
): Promise<void> {
  await recordAudit(deps, user, { action: "model.delete", target: model.metadata.name, detail: { name: model.spec.displayName } });
  await requestCancellation(deps, model);
  await updateResource(deps, modelTarget(model), (present) =>
    isMarkedDeleted(present)
      ? undefined
      : { ...present, metadata: { ...present.metadata, annotations: withDeletedAnnotation(present.metadata, isoTime(deps.clock)) } },
  );
}

/**
 * Restores a model as it was, except for its training, and for its API if the owner's limit is reached. Throws NotFound
 * (datasetNotFound, modelNotFound) if it was not deleted, or was deleted more than a day ago, modelNotRestorable if another model
 * has its name, and ApiError (modelLimitReached).
 */
export async function restoreModel(deps: ApiDeps, user: User, datasetId: string, modelId: string): Promise<ModelAnswer> {
  const dataset = await accessibleDataset(deps, user, datasetId);
  const model = await deps.resources.get("Model", modelId);
  const notFound = new NotFound(`model ${modelId} was not deleted, or more than a day ago`, ERRORS.modelNotFound);
  if (!model || model.spec.datasetRef !== datasetId || !isRestorable(model, deps.clock.now())) throw notFound;
  ensureAccess(user, model, notFound);
  await ensureRestorable(deps, user, model);
  await recordAudit(deps, user, { action: "model.restore", target: modelId, detail: { name: model.spec.displayName } });
  await enforceApiLimit(deps, user, [model], dataset.spec.productType);
  const restored = await updateResource(deps, modelTarget(model), (present) => ({
    ...present,
    metadata: { ...present.metadata, annotations: withoutDeletedAnnotation(present.metadata) },
  }));
  return await describeModel(deps, { model: restored, dataset });
}

async function ensureRestorable(deps: ApiDeps, user: User, { metadata, spec }: Resource<"Model">): Promise<void> {
  const owner = (await deps.documents.collection(COLLECTIONS.users).get(spec.owner)) ?? user;
  try {
    await ensureNameAndQuota(deps, owner, spec.datasetRef, spec.displayName, metadata.uid);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const message = `Another model is called ${JSON.stringify(spec.displayName)} by now: rename that one first`;
    throw new InvalidInput(ERRORS.modelNotRestorable, { path: "name", message });
  }
}
