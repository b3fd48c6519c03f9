/** Operations on a model in training that several folders share. */
import { CANCEL_ANNOTATION, ERRORS, type Resource } from "@agatha/contracts";
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

/** Returns the target of updateResource for a model. */
export function modelTarget({ metadata: { name, uid } }: Resource<"Model">): UpdateTarget<"Model"> {
  return { kind: "Model", name, uid, notFoundCode: ERRORS.modelNotFound };
}

function withCancelAnnotation(model: Resource<"Model">): Resource<"Model"> {
  const annotations = { ...model.metadata.annotations, [CANCEL_ANNOTATION]: "true" };
  return { ...model, metadata: { ...model.metadata, annotations } };
}
