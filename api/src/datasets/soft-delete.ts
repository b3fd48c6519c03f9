import { randomUUID } from "node:crypto";
import { COLLECTIONS, ERRORS, isMarkedDeleted, isoTime, NotFound, type Resource, sourceSize, titleOf, type User } from "@agatha/contracts";
import { enforceApiLimit, enforceEditHistoryApiLimit } from "../api-limits/enforce-api-limit.js";
import { ensureRoomForRestored, withModelPlaces } from "../api-limits/model-limit.js";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { isRestorable, markDeleted, unmarkDeleted } from "../resources/soft-delete.js";
import { goOnAfterDatasetDeletion, requestAutoModelCancellation, stopForDatasetDeletion } from "../resources/training.js";
import { type UpdateTarget, unlessGone } from "../resources/update-resource.js";
import { ensureAccess, ownedDataset } from "./access.js";
import { UPDATED_ANNOTATION } from "./answer.js";
import { releaseName, reserveAvailableName } from "./name-reservation.js";

type Dataset = Resource<"Dataset">;

/**
 * Marks a dataset as deleted with its models, so that it can be restored for a day. Trainings stop: automatic ones first, so that
 * none is restored that still makes models. Throws NotFound (datasetNotFound).
 */
export async function deleteDataset(deps: ApiDeps, user: User, id: string): Promise<Dataset> {
  const dataset = await ownedDataset(deps, user, id);
  await recordAudit(deps, user, { action: "dataset.delete", target: id, detail: { name: titleOf(dataset) } });
  const { items } = await deps.resources.list("AutoModel", { datasetRef: id });
  for (const autoModel of items) await unlessGone(requestAutoModelCancellation(deps, autoModel));
  const marked = await markDeleted(deps, updateTarget(dataset));
  for (const model of await listDatasetModels(deps, id)) await unlessGone(stopForDatasetDeletion(deps, model));
  return marked;
}

/**
 * Restores a dataset as it was, except for a name that is taken by now, automatic trainings, which stay cancelled, and APIs beyond
 * the limit. Models that were being trained are trained. Throws NotFound (datasetNotFound) if it was not deleted, or was deleted more
 * than a day ago, and ApiError (modelLimitReached) if the owner may not have its models in addition to the others.
 */
export async function restoreDataset(deps: ApiDeps, user: User, id: string): Promise<Dataset> {
  const { spec } = await restorableDataset(deps, user, id);
  // Read once more: a request before this one may have restored it.
  return await withModelPlaces({ id: spec.owner }, async () => restoreWithModels(deps, user, await restorableDataset(deps, user, id)));
}

/** Returns a deleted dataset. Throws NotFound (datasetNotFound). */
async function restorableDataset(deps: ApiDeps, user: User, id: string): Promise<Dataset> {
  const dataset = await deps.resources.get("Dataset", id);
  const notFound = new NotFound(`dataset ${id} was not deleted, or more than a day ago`, ERRORS.datasetNotFound);
  if (!dataset || !isRestorable(dataset, deps.clock.now())) throw notFound;
  ensureAccess(user, dataset, notFound);
  return dataset;
}

async function restoreWithModels(deps: ApiDeps, user: User, dataset: Dataset): Promise<Dataset> {
  const id = dataset.metadata.name;
  const { owner, productType, displayName } = dataset.spec;
  const models = await listDatasetModels(deps, id);
  await ensureRoomForModels(deps, owner, models);
  const reservation = randomUUID();
  const name = await reserveAvailableName(deps, displayName, {
    id: reservation,
    dataset: id,
    owner,
    size: sourceSize(dataset),
    productType,
  });
  try {
    const title = titleOf({ spec: { ...dataset.spec, displayName: name } });
    await recordAudit(deps, user, { action: "dataset.restore", target: id, detail: { name: title } });
    await enforceApiLimit(deps, user, models, productType);
    await enforceEditHistoryApiLimit(deps, user, dataset);
    const restored = await unmarkDeleted(deps, updateTarget(dataset), ({ metadata, spec, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, annotations: { ...metadata.annotations, [UPDATED_ANNOTATION]: isoTime(deps.clock) } },
      spec: { ...spec, displayName: name },
    }));
    for (const model of models) await unlessGone(goOnAfterDatasetDeletion(deps, model));
    return restored;
  } finally {
    await releaseName(deps, reservation);
  }
}

async function ensureRoomForModels(deps: ApiDeps, ownerId: string, models: Resource<"Model">[]): Promise<void> {
  const owner = await deps.documents.collection(COLLECTIONS.users).get(ownerId);
  if (owner) await ensureRoomForRestored(deps, owner, models.filter(({ spec }) => spec.owner === ownerId).length);
}

async function listDatasetModels(deps: Pick<ApiDeps, "resources">, datasetRef: string): Promise<Resource<"Model">[]> {
  const { items } = await deps.resources.list("Model", { datasetRef });
  return items.filter((model) => !isMarkedDeleted(model));
}

function updateTarget({ metadata: { name, uid } }: Dataset): UpdateTarget<"Dataset"> {
  return { kind: "Dataset", name, uid, notFoundCode: ERRORS.datasetNotFound };
}
