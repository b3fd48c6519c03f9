/**
 * Reservation of model names, which are unique in a dataset. A document with a unique index reserves a name while the models are
 * checked and the model that gets the name is written.
 */
import { randomUUID } from "node:crypto";
import { AlreadyExists, COLLECTIONS, ERRORS, InvalidInput } from "@agatha/contracts";
import { RESERVATION_LIFETIME_MS } from "../datasets/name-reservation.js";
import type { ApiDeps } from "../deps.js";
import { releaseDocument } from "../resources/release-document.js";

/** Returns the error duplicateModelName at the field `name`. */
export function modelNameTaken(name: string): InvalidInput {
  return new InvalidInput(ERRORS.duplicateModelName, {
    path: "name",
    message: `The dataset has a model ${JSON.stringify(name)}: choose another name`,
  });
}

/**
 * Does `work`, which gives a name to a model of a dataset, while no other request gives that name. Throws duplicateModelName if
 * another one does.
 */
export async function withModelName<T>(
  deps: Pick<ApiDeps, "documents" | "clock" | "logger">,
  { datasetId, name }: { datasetId: string; name: string },
  work: () => Promise<T>,
): Promise<T> {
  const id = randomUUID();
  const expiresAt = new Date(deps.clock.now() + RESERVATION_LIFETIME_MS).toISOString();
  const reservations = deps.documents.collection(COLLECTIONS.modelNameReservations);
  try {
    await reservations.insert({ id, dataset: datasetId, name, expiresAt }).catch((error: unknown) => {
      throw error instanceof AlreadyExists ? modelNameTaken(name) : error;
    });
    return await work();
  } finally {
    // Also after a failed insertion, which may have succeeded although the answer was lost.
    await releaseDocument(deps, COLLECTIONS.modelNameReservations, id);
  }
}
