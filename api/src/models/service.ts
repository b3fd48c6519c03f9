import { CANCEL_ANNOTATION, isGone, type Resource, type User } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { changeResource } from "../resources/change.js";
import type { ModelInDataset } from "./access.js";
import { isTraining } from "./answer.js";
import { ensureFreeName } from "./create.js";
import { describeModel } from "./listing.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;

/** Throws 010502 when the dataset has another model of that name. */
export async function renameModel(deps: ServiceDeps, user: User, { model, dataset }: ModelInDataset, name: string): Promise<ModelAnswer> {
  const { items } = await deps.resources.list("Model", { datasetRef: dataset.metadata.name });
  ensureFreeName(
    items.filter((other) => other.metadata.uid !== model.metadata.uid && !isGone(other)),
    name,
  );
  await audit(deps, user, { action: "model.rename", target: model.metadata.name, detail: { from: model.spec.displayName, to: name } });
  const renamed = await changeResource(deps, modelTarget(model), (present) => ({
    ...present,
    spec: { ...present.spec, displayName: name },
  }));
  return await describeModel(deps, { model: renamed, dataset });
}

/** Asks the operator to end the training; a model that is not being trained any more stays as it is. */
export async function cancelTraining(deps: ServiceDeps, user: User, { model, dataset }: ModelInDataset): Promise<ModelAnswer> {
  if (!isTraining(model)) return await describeModel(deps, { model, dataset });
  await audit(deps, user, { action: "model.cancel", target: model.metadata.name });
  return await describeModel(deps, { model: await endTraining(deps, model), dataset });
}

/** The same for whoever ends it together with something else. */
export async function endTraining(deps: Pick<ApiDeps, "resources">, model: Resource<"Model">): Promise<Resource<"Model">> {
  return await changeResource(deps, modelTarget(model), (present) => (isTraining(present) ? annotated(present) : undefined));
}

/** What changeResource is to change. */
export function modelTarget({ metadata: { name, uid } }: Resource<"Model">): {
  kind: "Model";
  name: string;
  uid: string;
  goneCode: "010514";
} {
  return { kind: "Model", name, uid, goneCode: "010514" };
}

function annotated(model: Resource<"Model">): Resource<"Model"> {
  const annotations = { ...model.metadata.annotations, [CANCEL_ANNOTATION]: "true" };
  return { ...model, metadata: { ...model.metadata, annotations } };
}
