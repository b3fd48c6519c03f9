import {
  AlreadyExists,
  CANCEL_ANNOTATION,
  isMarkedDeleted,
  type ModelPhase,
  type NewResource,
  type Resource,
  type ResourceStore,
} from "@agatha/contracts";

/** What a plan asks for about other Models than the object that it is about. Each may be done twice without harm. */
export type ModelAction =
  | { do: "create-model"; model: NewResource<"Model"> }
  | { do: "cancel-model"; name: string; uid: string }
  | { do: "enable-model"; name: string; uid: string }
  | { do: "delete-model"; name: string; uid: string };

type ModelStore = Pick<ResourceStore, "get" | "create" | "update" | "delete">;

/** Whether a model's training is over, however it ended. */
export function isTrainingFinished(phase: ModelPhase | undefined): boolean {
  return phase === "success" || phase === "fail" || phase === "fitting_fail";
}

/** The model as it is after a change. It is looked at as it is now: the view that the plan was made from may lag behind. Throws Conflict when somebody else writes it at the same time. */
export async function applyModelAction(resources: ModelStore, action: ModelAction): Promise<Resource<"Model"> | undefined> {
  if (action.do === "create-model") {
    await resources.create("Model", action.model).catch((error: unknown) => {
      if (!(error instanceof AlreadyExists)) throw error;
    });
    return undefined;
  }
  const model = await resources.get("Model", action.name);
  if (model?.metadata.uid !== action.uid || isMarkedDeleted(model)) return undefined;
  if (action.do === "delete-model") {
    await resources.delete("Model", action);
    return undefined;
  }
  const changed = action.do === "cancel-model" ? withCancelAnnotation(model) : withApiEnabled(model);
  return changed && (await resources.update("Model", changed));
}

function withCancelAnnotation(model: Resource<"Model">): Resource<"Model"> | undefined {
  const { metadata, status } = model;
  if (isTrainingFinished(status?.phase) || metadata.annotations?.[CANCEL_ANNOTATION] === "true") return undefined;
  return { ...model, metadata: { ...metadata, annotations: { ...metadata.annotations, [CANCEL_ANNOTATION]: "true" } } };
}

function withApiEnabled(model: Resource<"Model">): Resource<"Model"> | undefined {
  return model.spec.apiEnabled ? undefined : { ...model, spec: { ...model.spec, apiEnabled: true } };
}
