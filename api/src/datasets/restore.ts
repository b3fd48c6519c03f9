import { randomUUID } from "node:crypto";
import { isGone, isoTime, NotFound, type Resource, sourceSize, type User, undoLeft, withMark, withoutMark } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { disableBeyondLimit } from "../management/regained.js";
import { endTraining } from "../models/service.js";
import { changeResource } from "../resources/change.js";
import { accessibleDataset, mayUse } from "./access.js";
import { UPDATED_ANNOTATION } from "./answer.js";
import { releaseName, reserveFreeName } from "./names.js";

type Dataset = Resource<"Dataset">;

/** Deletes a dataset with its models for everybody, so that it can be undone for a day; trainings end. Throws NotFound (010401). */
export async function deleteDataset(deps: ApiDeps, user: User, id: string): Promise<Dataset> {
  const dataset = await accessibleDataset(deps, user, id);
  await audit(deps, user, { action: "dataset.delete", target: id, detail: { name: dataset.spec.displayName } });
  const marked = await changeResource(deps, targetOf(dataset), (present) =>
    isGone(present)
      ? undefined
      : { ...present, metadata: { ...present.metadata, annotations: withMark(present.metadata, isoTime(deps.clock)) } },
  );
  for (const model of await modelsOf(deps, id)) {
    await endTraining(deps, model).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
    });
  }
  return marked;
}

/** As it was, but for a name that is somebody else's by now, trainings, and APIs beyond the limit. Throws NotFound (010401) for what was not deleted, or more than a day ago. */
export async function restoreDataset(deps: ApiDeps, user: User, id: string): Promise<Dataset> {
  const dataset = await deps.resources.get("Dataset", id);
  if (!dataset || !mayUse(user, dataset) || !canBeRestored(dataset, deps.clock.now())) {
    throw new NotFound(`dataset ${id} was not deleted, or more than a day ago`, "010401");
  }
  const { owner, productType, displayName } = dataset.spec;
  const reservation = randomUUID();
  const name = await reserveFreeName(deps, displayName, { id: reservation, dataset: id, owner, size: sourceSize(dataset), productType });
  try {
    await audit(deps, user, { action: "dataset.restore", target: id, detail: { name } });
    await disableBeyondLimit(deps, user, await modelsOf(deps, id), productType);
    return await changeResource(deps, targetOf(dataset), (present) => ({
      ...present,
      metadata: { ...present.metadata, annotations: { ...withoutMark(present.metadata), [UPDATED_ANNOTATION]: isoTime(deps.clock) } },
      spec: { ...present.spec, displayName: name },
    }));
  } finally {
    await releaseName(deps, reservation);
  }
}

/** Marked as deleted, and not too long ago. */
export function canBeRestored(resource: Pick<Resource<"Dataset" | "Model">, "metadata">, now: number): boolean {
  const left = undoLeft(resource, now);
  return resource.metadata.deletionTimestamp === undefined && left !== undefined && left > 0;
}

async function modelsOf(deps: Pick<ApiDeps, "resources">, datasetRef: string): Promise<Resource<"Model">[]> {
  const { items } = await deps.resources.list("Model", { datasetRef });
  return items.filter((model) => !isGone(model));
}

function targetOf({ metadata: { name, uid } }: Dataset): { kind: "Dataset"; name: string; uid: string; goneCode: "010401" } {
  return { kind: "Dataset", name, uid, goneCode: "010401" };
}
