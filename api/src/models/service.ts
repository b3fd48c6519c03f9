import { isMarkedDeleted, type User } from "@agatha/contracts";
import type { ModelAnswer, ModelPatch } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { isTraining, modelTarget, requestCancellation } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";
import type { ModelInDataset } from "./access.js";
import { ensureNameAvailable } from "./create.js";
import { describeModel } from "./listing.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Changes a model's title or name. Throws duplicateModelName if the dataset has another model of that name. */
export async function renameModel(
  deps: ServiceDeps,
  user: User,
  { model, dataset }: ModelInDataset,
  { name = model.spec.displayName, title = model.spec.title }: ModelPatch,
): Promise<ModelAnswer> {
  const { items } = await deps.resources.list("Model", { datasetRef: dataset.metadata.name });
  ensureNameAvailable(
    items.filter((other) => other.metadata.uid !== model.metadata.uid && !isMarkedDeleted(other)),
    name,
  );
  await recordAudit(deps, user, {
    action: "model.rename",
    target: model.metadata.name,
    detail: { from: model.spec.displayName, to: name, title },
  });
  const renamed = await updateResource(deps, modelTarget(model), (present) => ({
    ...present,
    spec: { ...present.spec, displayName: name, title },
  }));
  return await describeModel(deps, { model: renamed, dataset });
}

/** Asks the operator to stop the training. A model that is not being trained does not change. */
export async function cancelTraining(deps: ServiceDeps, user: User, { model, dataset }: ModelInDataset): Promise<ModelAnswer> {
  if (!isTraining(model)) return await describeModel(deps, { model, dataset });
  await recordAudit(deps, user, { action: "model.cancel", target: model.metadata.name });
  return await describeModel(deps, { model: await requestCancellation(deps, model), dataset });
}
