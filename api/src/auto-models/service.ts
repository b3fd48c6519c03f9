import { DELETED_AT_ANNOTATION, ERRORS, isoTime, NotFound, type User } from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { restorableWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { unmarkModel } from "../models/soft-delete.js";
import { childModels } from "../resources/child-models.js";
import { markDeleted, unmarkDeleted } from "../resources/soft-delete.js";
import { autoModelTarget, modelTarget, requestAutoModelCancellation, requestCancellation } from "../resources/training.js";
import { unlessGone } from "../resources/update-resource.js";
import type { AutoModelInDataset } from "./access.js";
import { describeAutoModel } from "./listing.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Asks the operator to stop running trainings; finished models count. A finished automatic training does not change. */
export async function cancelAutoModel(deps: ServiceDeps, user: User, { autoModel, dataset }: AutoModelInDataset): Promise<AutoModelAnswer> {
  await recordAudit(deps, user, { action: "automodel.cancel", target: autoModel.metadata.name });
  return await describeAutoModel(deps, user, { autoModel: await requestAutoModelCancellation(deps, autoModel), dataset });
}

/**
 * Deletes an automatic training with its models, so that they can be restored for a day. Trainings stop. The automatic training is
 * marked last: it stays in the lists, to be deleted again, if the deletion breaks off.
 */
export async function deleteAutoModel(deps: ServiceDeps, user: User, { autoModel }: AutoModelInDataset): Promise<void> {
  await recordAudit(deps, user, { action: "automodel.delete", target: autoModel.metadata.name });
  const at = isoTime(deps.clock);
  await requestAutoModelCancellation(deps, autoModel);
  for (const model of await childModels(deps, autoModel)) {
    await unlessGone(requestCancellation(deps, model));
    await unlessGone(markDeleted(deps, modelTarget(model), { at, parent: autoModel.metadata.uid }));
  }
  await markDeleted(deps, autoModelTarget(autoModel), { at });
}

/**
 * Restores an automatic training, and the models that were deleted with it. Throws NotFound (datasetNotFound, autoModelNotFound),
 * and what restoring a model throws: models that do not fit the owner's limit stay deleted.
 */
export async function restoreAutoModel(deps: ApiDeps, user: User, datasetId: string, id: string): Promise<AutoModelAnswer> {
  const notFound = new NotFound(`automatic training ${id} was not deleted, or more than a day ago`, ERRORS.autoModelNotFound);
  const { resource, dataset } = await restorableWithDataset(deps, user, { kind: "AutoModel", id, datasetId, notFound });
  await recordAudit(deps, user, { action: "automodel.restore", target: id });
  const deletedAt = resource.metadata.annotations?.[DELETED_AT_ANNOTATION];
  const deletedWithIt = (await childModels(deps, resource)).filter(
    ({ metadata }) => metadata.annotations?.[DELETED_AT_ANNOTATION] === deletedAt,
  );
  const autoModel = await unmarkDeleted(deps, autoModelTarget(resource));
  for (const model of deletedWithIt) await unmarkModel(deps, user, { model, dataset });
  return await describeAutoModel(deps, user, { autoModel, dataset });
}
