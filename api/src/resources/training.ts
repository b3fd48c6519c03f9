/** Operations on models in training, and on automatic trainings, that several folders share. */
import {
  CANCEL_ANNOTATION,
  CANCEL_REASON_ANNOTATION,
  DATASET_DELETED,
  ERRORS,
  isCancelled,
  ownersOfKind,
  type Resource,
} from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { type UpdateTarget, updateResource } from "./update-resource.js";

/** Returns true until the training of the model has ended. */
export function isTraining(model: Resource<"Model">): boolean {
  const phase = model.status?.phase ?? "init";
  return phase === "init" || phase === "fitting";
}

/** Asks the operator to stop the model's training. A model that is not being trained does not change. */
export async function requestCancellation(deps: Pick<ApiDeps, "resources">, model: Resource<"Model">): Promise<Resource<"Model">> {
  return await updateResource(deps, modelTarget(model), (present) => (isTraining(present) ? withCancelAnnotation(present) : undefined));
}

/**
 * Asks the operator to stop the model's training until its dataset is restored. The training of an automatic training's model stops for
 * good, as the automatic training does.
 */
export async function stopForDatasetDeletion(deps: Pick<ApiDeps, "resources">, model: Resource<"Model">): Promise<void> {
  const isChild = ownersOfKind(model, "AutoModel").length > 0;
  const reason: Record<string, string> = isChild ? {} : { [CANCEL_REASON_ANNOTATION]: DATASET_DELETED };
  await updateResource(deps, modelTarget(model), (present) =>
    isTraining(present) && !isCancelled(present) ? withCancelAnnotation(present, reason) : undefined,
  );
}

/** Takes back what stopForDatasetDeletion asked for: the operator trains the model. Other models do not change. */
export async function goOnAfterDatasetDeletion(deps: Pick<ApiDeps, "resources">, model: Resource<"Model">): Promise<void> {
  await updateResource(deps, modelTarget(model), (present) => {
    const { [CANCEL_ANNOTATION]: _cancelled, [CANCEL_REASON_ANNOTATION]: reason, ...annotations } = present.metadata.annotations ?? {};
    return reason === DATASET_DELETED ? { ...present, metadata: { ...present.metadata, annotations } } : undefined;
  });
}

/** Asks the operator to end an automatic training; its finished models stay. One that has ended does not change. */
export async function requestAutoModelCancellation(
  deps: Pick<ApiDeps, "resources">,
  autoModel: Resource<"AutoModel">,
): Promise<Resource<"AutoModel">> {
  return await updateResource(deps, autoModelTarget(autoModel), (present) =>
    present.status?.finishedAt !== undefined || isCancelled(present) ? undefined : withCancelAnnotation(present),
  );
}

/** Returns the target of updateResource for a model. */
export function modelTarget({ metadata: { name, uid } }: Resource<"Model">): UpdateTarget<"Model"> {
  return { kind: "Model", name, uid, notFoundCode: ERRORS.modelNotFound };
}

/** Returns the target of updateResource for an automatic training. */
export function autoModelTarget({ metadata: { name, uid } }: Resource<"AutoModel">): UpdateTarget<"AutoModel"> {
  return { kind: "AutoModel", name, uid, notFoundCode: ERRORS.autoModelNotFound };
}

function withCancelAnnotation<K extends "Model" | "AutoModel">(resource: Resource<K>, reason: Record<string, string> = {}): Resource<K> {
  const annotations = { ...resource.metadata.annotations, ...reason, [CANCEL_ANNOTATION]: "true" };
  return { ...resource, metadata: { ...resource.metadata, annotations } };
}
