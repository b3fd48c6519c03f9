/**
 * Reservation of display names, which are unique by owner. Resources have no unique fields, so a document with a unique index
 * reserves a name while the datasets are checked and the dataset that gets the name is written.
 */
import { AlreadyExists, COLLECTIONS, ERRORS, InvalidInput, isMarkedDeleted, NAME_LENGTH } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { releaseDocument } from "../resources/release-document.js";

/** Longer than any write takes. After a crash in between, the name stays reserved for so long. */
export const RESERVATION_LIFETIME_MS = 60_000;

type NameDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Returns the error duplicateDatasetName at the field `name`. */
export function datasetNameTaken(name: string): InvalidInput {
  return new InvalidInput(ERRORS.duplicateDatasetName, {
    path: "name",
    message: `There is a dataset ${JSON.stringify(name)} already: choose another name`,
  });
}

/** Returns the names of the owner's datasets, except that of the dataset with the id `except`. */
async function namesInUse(deps: NameDeps, owner: string, except: string): Promise<Set<string>> {
  const { items } = await deps.resources.list("Dataset", { owner });
  const own = items.filter((d) => d.metadata.name !== except && !isMarkedDeleted(d));
  return new Set(own.map((dataset) => dataset.spec.displayName));
}

export interface NameReservationRequest {
  /** Id of the reservation, by which it is released. For a prepared upload, it is the id of the future dataset. */
  id: string;
  owner: string;
  /** Dataset that may have the name already. */
  dataset: string;
  size: number;
  productType: string;
  expiresAt?: string;
  prepared?: true;
}

/** Reserves `name` for one dataset. Throws InvalidInput (duplicateDatasetName). */
export async function reserveName(deps: NameDeps, name: string, request: NameReservationRequest): Promise<void> {
  const { dataset, expiresAt = new Date(deps.clock.now() + RESERVATION_LIFETIME_MS).toISOString(), ...rest } = request;
  try {
    // Put, not insert: it replaces a prepared upload's own reservation with the final name.
    await deps.documents.collection(COLLECTIONS.nameReservations).put({ ...rest, name, expiresAt });
  } catch (error) {
    if (error instanceof AlreadyExists) throw datasetNameTaken(name);
    // The write may have succeeded although the answer was lost.
    await releaseName(deps, request.id);
    throw error;
  }
  try {
    if ((await namesInUse(deps, request.owner, dataset)).has(name)) throw datasetNameTaken(name);
  } catch (error) {
    await releaseName(deps, request.id);
    throw error;
  }
}

/** Reserves `wanted`, or the first free name of `wanted2`, `wanted3`, …, and returns it. */
export async function reserveAvailableName(deps: NameDeps, wanted: string, request: NameReservationRequest): Promise<string> {
  const taken = await namesInUse(deps, request.owner, request.dataset);
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : String(number);
    const name = wanted.slice(0, NAME_LENGTH.max - suffix.length) + suffix;
    if (taken.has(name)) continue;
    try {
      await reserveName(deps, name, request);
      return name;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  }
}

/** Releases a name after its dataset is written, or when it never will be. Never throws. */
export async function releaseName(deps: Pick<NameDeps, "documents" | "logger">, id: string): Promise<void> {
  await releaseDocument(deps, COLLECTIONS.nameReservations, id);
}
