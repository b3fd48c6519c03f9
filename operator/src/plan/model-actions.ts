import {
  AlreadyExists,
  CANCEL_ANNOTATION,
  CANCEL_REASON_ANNOTATION,
  isApiEnabled,
  isCancelled,
  isMarkedDeleted,
  type ModelPhase,
  type NewResource,
  RETRY_ANNOTATION,
  type Resource,
  type ResourceStore,
  type StopReason,
} from "@agatha/contracts";

/** Actions of a plan on Models other than its own object. Each is idempotent. */
export type ModelAction =
  | { do: "create-model"; model: NewResource<"Model"> }
  | { do: "cancel-model"; name: string; uid: string; reason: StopReason }
  /** Asks a failed model to try again; another request is another try. */
  | { do: "retry-model"; name: string; uid: string; request: string }
  | { do: "enable-model"; name: string; uid: string }
  | { do: "delete-model"; name: string; uid: string };

type ModelStore = Pick<ResourceStore, "get" | "create" | "update" | "delete">;

/** Returns true if a model's training has ended, successfully or not. */
export function isTrainingFinished(phase: ModelPhase | undefined): boolean {
  return phase === "success" || phase === "fail" || phase === "fitting_fail";
}

/** Returns true if the model has failed. */
export function hasModelFailed({ status }: Resource<"Model">): boolean {
  return status?.phase === "fitting_fail" || status?.phase === "fail";
}

/**
 * Applies the action to the model. It reads the model from the store, because the cache behind the plan may lag.
 * Throws Conflict if another writer changes it at the same time.
 */
export async function applyModelAction(resources: ModelStore, action: ModelAction): Promise<void> {
  if (action.do === "create-model") {
    await resources.create("Model", action.model).catch((error: unknown) => {
      if (!(error instanceof AlreadyExists)) throw error;
    });
    return;
  }
  const model = await resources.get("Model", action.name);
  if (model?.metadata.uid !== action.uid || isMarkedDeleted(model)) return;
  if (action.do === "delete-model") {
    await resources.delete("Model", action);
    return;
  }
  const changed = changedModel(model, action);
  if (changed) await resources.update("Model", changed);
}

function changedModel(
  model: Resource<"Model">,
  action: Exclude<ModelAction, { do: "create-model" | "delete-model" }>,
): Resource<"Model"> | undefined {
  if (action.do === "cancel-model") return withCancelAnnotation(model, action.reason);
  return action.do === "retry-model" ? withRetryAnnotation(model, action.request) : withApiEnabled(model);
}

function withRetryAnnotation(model: Resource<"Model">, request: string): Resource<"Model"> | undefined {
  const { metadata } = model;
  if (!hasModelFailed(model) || metadata.annotations?.[RETRY_ANNOTATION] === request) return undefined;
  const { [CANCEL_ANNOTATION]: _cancelled, [CANCEL_REASON_ANNOTATION]: _reason, ...annotations } = metadata.annotations ?? {};
  return { ...model, metadata: { ...metadata, annotations: { ...annotations, [RETRY_ANNOTATION]: request } } };
}

function withCancelAnnotation(model: Resource<"Model">, reason: StopReason): Resource<"Model"> | undefined {
  const { metadata, status } = model;
  if (isTrainingFinished(status?.phase) || isCancelled(model)) return undefined;
  const annotations = { ...metadata.annotations, [CANCEL_ANNOTATION]: "true", [CANCEL_REASON_ANNOTATION]: reason };
  return { ...model, metadata: { ...metadata, annotations } };
}

function withApiEnabled(model: Resource<"Model">): Resource<"Model"> | undefined {
  return isApiEnabled(model) ? undefined : { ...model, spec: { ...model.spec, apiEnabled: true } };
}
