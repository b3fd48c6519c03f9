import {
  type ClassDecision,
  ERRORS,
  ensureDecisionFits,
  InvalidInput,
  isMarkedDeleted,
  type Resource,
  titleOf,
  type User,
} from "@agatha/contracts";
import type { ModelAnswer, ModelPatch } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { isTraining, modelTarget, requestCancellation } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";
import { loadModelInfo } from "../serving/trained-model.js";
import type { ModelInDataset } from "./access.js";
import { ensureNameAvailable } from "./create.js";
import { describeModel } from "./listing.js";
import { withModelName } from "./name-reservation.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/**
 * Changes a model's title, name or decision. Throws duplicateModelName if the dataset has another model of that name, and
 * InvalidInput for a decision that is not about the model's classes.
 */
export async function changeModel(
  deps: ServiceDeps,
  user: User,
  found: ModelInDataset,
  { decision, ...names }: ModelPatch,
): Promise<ModelAnswer> {
  // Both are refused before either is changed.
  if (decision) await ensureCanDecide(deps, found.model, decision);
  let { model } = found;
  if (names.name !== undefined || names.title !== undefined) model = await renameModel(deps, user, found, names);
  if (decision !== undefined) model = await storeDecision(deps, user, model, decision);
  return await describeModel(deps, user, { ...found, model });
}

async function ensureCanDecide(deps: ServiceDeps, model: Resource<"Model">, decision: ClassDecision): Promise<void> {
  if (model.spec.type !== "CLASSIFICATION")
    throw new InvalidInput(ERRORS.badRequest, { path: "decision", message: "Is for models of classes: leave it out" });
  const { info } = await loadModelInfo(deps, model);
  ensureDecisionFits(decision, info.classification?.labels ?? []);
}

async function storeDecision(
  deps: ServiceDeps,
  user: User,
  model: Resource<"Model">,
  decision: ClassDecision | null,
): Promise<Resource<"Model">> {
  await recordAudit(deps, user, { action: "model.decision", target: model.metadata.name, detail: { decision } });
  return await updateResource(deps, modelTarget(model), ({ spec: { decision: _before, ...spec }, ...present }) => ({
    ...present,
    spec: decision ? { ...spec, decision } : spec,
  }));
}

async function renameModel(
  deps: ServiceDeps,
  user: User,
  { model, dataset }: ModelInDataset,
  { name = model.spec.displayName, title = model.spec.title }: Pick<ModelPatch, "name" | "title">,
): Promise<Resource<"Model">> {
  return await withModelName(deps, { datasetId: dataset.metadata.name, name }, () => storeNames(deps, user, model, { name, title }));
}

async function storeNames(
  deps: ServiceDeps,
  user: User,
  model: Resource<"Model">,
  { name, title }: { name: string; title: string | undefined },
): Promise<Resource<"Model">> {
  const { items } = await deps.resources.list("Model", { datasetRef: model.spec.datasetRef });
  ensureNameAvailable(
    items.filter((other) => other.metadata.uid !== model.metadata.uid && !isMarkedDeleted(other)),
    name,
  );
  await recordAudit(deps, user, {
    action: "model.rename",
    target: model.metadata.name,
    detail: { from: titleOf(model), to: titleOf({ spec: { displayName: name, title } }) },
  });
  return await updateResource(deps, modelTarget(model), (present) => ({
    ...present,
    spec: { ...present.spec, displayName: name, title },
  }));
}

/** Asks the operator to stop the training. A model that is not being trained does not change. */
export async function cancelTraining(deps: ServiceDeps, user: User, { model, dataset }: ModelInDataset): Promise<ModelAnswer> {
  if (!isTraining(model)) return await describeModel(deps, user, { model, dataset });
  await recordAudit(deps, user, { action: "model.cancel", target: model.metadata.name });
  return await describeModel(deps, user, { model: await requestCancellation(deps, model), dataset });
}
