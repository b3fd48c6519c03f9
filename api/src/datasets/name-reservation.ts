/**
 * A display name is its owner's once. Resources know no unique fields, so a name is reserved by a document with a
 * unique index while the datasets are looked through and the one that is to have it is written.
 */
import { AlreadyExists, COLLECTIONS, ERRORS, InvalidInput, isMarkedDeleted, NAME_LENGTH } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { releaseDocument } from "../resources/release-document.js";

/** Longer than any write takes; a crash in between keeps the name for so long. */
const RESERVATION_LIFETIME_MS = 60_000;

type NameDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

export function datasetNameTaken(name: string): InvalidInput {
  return new InvalidInput(ERRORS.duplicateDatasetName, {
    path: "name",
    message: `There is a dataset ${JSON.stringify(name)} already: choose another name`,
  });
}

/** Names of the owner's datasets, but for the one with the id `except`. */
async function namesInUse(deps: NameDeps, owner: string, except: string): Promise<Set<string>> {
  const { items } = await deps.resources.list("Dataset", { owner });
  const own = items.filter((d) => d.metadata.name !== except && !isMarkedDeleted(d));
  return new Set(own.map((dataset) => dataset.spec.displayName));
}

export interface NameReservationRequest {
  /** Of the reservation: releases it. A prepared upload's is the id of the dataset to be. */
  id: string;
  owner: string;
  /** The dataset that may have the name already. */
  dataset: string;
  size: number;
  productType: string;
  expiresAt?: string;
  prepared?: true;
}

/** Keeps `name` for one dataset. Throws InvalidInput (duplicateDatasetName). */
export async function reserveName(deps: NameDeps, name: string, request: NameReservationRequest): Promise<void> {
  const { dataset, expiresAt = new Date(deps.clock.now() + RESERVATION_LIFETIME_MS).toISOString(), ...rest } = request;
  try {
    // Put, not insert: a prepared upload's own reservation makes way for the name that is wanted in the end.
    await deps.documents.collection(COLLECTIONS.nameReservations).put({ ...rest, name, expiresAt });
  } catch (error) {
    if (error instanceof AlreadyExists) throw datasetNameTaken(name);
    // It may have been written all the same, with the answer lost.
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

/** Reserves `wanted`, or the first of `wanted2`, `wanted3`, … that is free, and returns it. */
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

/** To be called when the dataset that has the name is written, or never will be. Never throws. */
export async function releaseName(deps: Pick<NameDeps, "documents" | "logger">, id: string): Promise<void> {
  await releaseDocument(deps, COLLECTIONS.nameReservations, id);
}
