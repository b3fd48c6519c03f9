import { COLLECTIONS, InvalidInput, isGone, isoTime, NotFound, type Resource, type User, withMark, withoutMark } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { accessibleDataset, mayUse } from "../datasets/access.js";
import { canBeRestored } from "../datasets/restore.js";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { disableBeyondLimit } from "../management/regained.js";
import { changeResource } from "../resources/change.js";
import type { ModelInDataset } from "./access.js";
import { ensureRoom } from "./create.js";
import { describeModel } from "./listing.js";
import { endTraining, modelTarget } from "./service.js";

/** Deletes a model for everybody, so that it can be undone for a day; its training ends. */
export async function deleteModel(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  user: User,
  { model }: ModelInDataset,
): Promise<void> {
  await audit(deps, user, { action: "model.delete", target: model.metadata.name, detail: { name: model.spec.displayName } });
  await endTraining(deps, model);
  await changeResource(deps, modelTarget(model), (present) =>
    isGone(present)
      ? undefined
      : { ...present, metadata: { ...present.metadata, annotations: withMark(present.metadata, isoTime(deps.clock)) } },
  );
}

/**
 * As it was, but for its training, and its API where the owner's limit is reached by now. Throws NotFound (010401, 010514)
 * for what was not deleted, or more than a day ago, 010511 where another model has its name, and a Refusal (010510).
 */
export async function restoreModel(deps: ApiDeps, user: User, datasetId: string, modelId: string): Promise<ModelAnswer> {
  const dataset = await accessibleDataset(deps, user, datasetId);
  const model = await deps.resources.get("Model", modelId);
  if (!model || model.spec.datasetRef !== datasetId || !mayUse(user, model) || !canBeRestored(model, deps.clock.now())) {
    throw new NotFound(`model ${modelId} was not deleted, or more than a day ago`, "010514");
  }
  await ensureRoomFor(deps, user, model);
  await audit(deps, user, { action: "model.restore", target: modelId, detail: { name: model.spec.displayName } });
  await disableBeyondLimit(deps, user, [model], dataset.spec.productType);
  const restored = await changeResource(deps, modelTarget(model), (present) => ({
    ...present,
    metadata: { ...present.metadata, annotations: withoutMark(present.metadata) },
  }));
  return await describeModel(deps, { model: restored, dataset });
}

async function ensureRoomFor(deps: ApiDeps, user: User, { metadata, spec }: Resource<"Model">): Promise<void> {
  const owner = (await deps.documents.collection(COLLECTIONS.users).get(spec.owner)) ?? user;
  try {
    await ensureRoom(deps, owner, spec.datasetRef, spec.displayName, metadata.uid);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const message = `Another model is called ${JSON.stringify(spec.displayName)} by now: rename that one first`;
    throw new InvalidInput("010511", { path: "name", message });
  }
}
