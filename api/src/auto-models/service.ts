import { CANCEL_ANNOTATION, NotFound, type User } from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { changeResource } from "../resources/change.js";
import type { BatchInDataset } from "./access.js";
import { describeBatch } from "./listing.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;

/** Asks the operator to end what is still trained; what is finished counts. A batch that is over stays as it is. */
export async function cancelBatch(deps: ServiceDeps, user: User, { batch, dataset }: BatchInDataset): Promise<AutoModelAnswer> {
  const { name, uid } = batch.metadata;
  await audit(deps, user, { action: "automodel.cancel", target: name });
  const cancelled = await changeResource(deps, { kind: "AutoModel", name, uid, goneCode: "010801" }, (present) => {
    const { metadata, status } = present;
    if (status?.finishedAt !== undefined || metadata.annotations?.[CANCEL_ANNOTATION] === "true") return undefined;
    return { ...present, metadata: { ...metadata, annotations: { ...metadata.annotations, [CANCEL_ANNOTATION]: "true" } } };
  });
  return await describeBatch(deps, { batch: cancelled, dataset });
}

/** Its models go with it. */
export async function deleteBatch(deps: ServiceDeps, user: User, { batch }: BatchInDataset): Promise<void> {
  const { name, uid } = batch.metadata;
  await audit(deps, user, { action: "automodel.delete", target: name });
  try {
    await deps.resources.delete("AutoModel", { name, uid });
  } catch (error) {
    if (error instanceof NotFound) throw new NotFound(error.message, "010801");
    throw error;
  }
}
