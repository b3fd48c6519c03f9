import { randomBytes } from "node:crypto";
import { COLLECTIONS, ERRORS, type NameReservation, NotFound, RejectedBytes, type User } from "@agatha/contracts";
import type { prepareUploadRequest } from "@agatha/contracts/wire";
import type { z } from "zod";
import { ensureCanCreateForProduct } from "../datasets/access.js";
import { reserveName } from "../datasets/name-reservation.js";
import type { ApiDeps } from "../deps.js";

/** How long a prepared upload may take until it has arrived. */
const PREPARED_LIFETIME_MS = 24 * 3_600_000;

/** A DNS label that nobody can guess; also the id on the wire. */
export const newDatasetId = (): string => `d${randomBytes(10).toString("hex")}`;

/**
 * Checks name and limits before the bytes are sent, and keeps the name for them. Returns the id for the upload, and for the
 * dataset: the same again for a name that was prepared before, so that an upload that never came stands in nobody's way.
 */
export async function prepareUpload(deps: ApiDeps, user: User, request: z.output<typeof prepareUploadRequest>): Promise<string> {
  const { name, size, product_type: productType } = request;
  ensureCanCreateForProduct(user, productType);
  const { maxUploadBytes } = deps.config;
  if (size > maxUploadBytes) throw new RejectedBytes("TooLarge", `the limit is ${maxUploadBytes} bytes`);
  const id = (await findPreparedByName(deps, user, name))?.id ?? newDatasetId();
  const expiresAt = new Date(deps.clock.now() + PREPARED_LIFETIME_MS).toISOString();
  await reserveName(deps, name, { id, dataset: id, owner: user.id, size, productType, expiresAt, prepared: true });
  return id;
}

/** Throws NotFound (datasetNotFound) for what was never prepared, is used or too old, or is somebody else's. */
export async function getPreparedUpload(deps: ApiDeps, user: User, id: string): Promise<NameReservation> {
  const reservation = await deps.documents.collection(COLLECTIONS.nameReservations).get(id);
  if (!reservation?.prepared || reservation.owner !== user.id)
    throw new NotFound(`upload ${id} was not prepared, or more than a day ago`, ERRORS.datasetNotFound);
  return reservation;
}

/** The user's prepared upload of this name, of which nothing was sent yet. */
export async function findPreparedByName(
  { documents }: Pick<ApiDeps, "documents">,
  user: User,
  name: string,
): Promise<NameReservation | undefined> {
  const [reservation] = await documents.collection(COLLECTIONS.nameReservations).find({ where: { owner: user.id, name } });
  return reservation?.prepared ? reservation : undefined;
}
