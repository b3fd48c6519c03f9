import { CANCEL_ANNOTATION, ERRORS, type User } from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { deleteResource } from "../resources/delete-resource.js";
import { updateResource } from "../resources/update-resource.js";
import type { AutoModelInDataset } from "./access.js";
import { describeAutoModel } from "./listing.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Asks the operator to stop running trainings; finished models count. A finished automatic training does not change. */
export async function cancelAutoModel(deps: ServiceDeps, user: User, { autoModel, dataset }: AutoModelInDataset): Promise<AutoModelAnswer> {
  const { name, uid } = autoModel.metadata;
  await recordAudit(deps, user, { action: "automodel.cancel", target: name });
  const cancelled = await updateResource(deps, { kind: "AutoModel", name, uid, notFoundCode: ERRORS.autoModelNotFound }, (present) => {
    const { metadata, status } = present;
    if (status?.finishedAt !== undefined || metadata.annotations?.[CANCEL_ANNOTATION] === "true") return undefined;
    return { ...present, metadata: { ...metadata, annotations: { ...metadata.annotations, [CANCEL_ANNOTATION]: "true" } } };
  });
  return await describeAutoModel(deps, { autoModel: cancelled, dataset });
}

/** Deletes an automatic training with its models. */
export async function deleteAutoModel(deps: ServiceDeps, user: User, { autoModel }: AutoModelInDataset): Promise<void> {
  const { name, uid } = autoModel.metadata;
  await recordAudit(deps, user, { action: "automodel.delete", target: name });
  await deleteResource(deps, { kind: "AutoModel", name, uid, notFoundCode: ERRORS.autoModelNotFound });
}
