import { randomBytes } from "node:crypto";
import { COLLECTIONS, ERRORS, type NameReservation, NotFound, RejectedBytes, type User } from "@agatha/contracts";
import type { prepareUploadRequest } from "@agatha/contracts/wire";
import type { z } from "zod";
import { ensureCanCreateForProduct } from "../datasets/access.js";
import { reserveName } from "../datasets/name-reservation.js";
import type { ApiDeps } from "../deps.js";

/** Time until which a prepared upload must have arrived. */
const PREPARED_LIFETIME_MS = 24 * 3_600_000;

/** Returns an unguessable DNS label, which is also the id on the wire. */
export const newDatasetId = (): string => `d${randomBytes(10).toString("hex")}`;

/**
 * Checks name and limits before the bytes are sent and reserves the name. Returns the id for the upload and the dataset. For a
 * name that was prepared before it returns the same id, so that an unused preparation blocks nothing.
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

/** Returns a prepared upload. Throws NotFound (datasetNotFound) if it was never prepared, is used, has expired, or is another user's. */
export async function getPreparedUpload(deps: ApiDeps, user: User, id: string): Promise<NameReservation> {
  const reservation = await deps.documents.collection(COLLECTIONS.nameReservations).get(id);
  if (!reservation?.prepared || reservation.owner !== user.id)
    throw new NotFound(`upload ${id} was not prepared, or more than a day ago`, ERRORS.datasetNotFound);
  return reservation;
}

/** Returns the user's prepared upload of this name, if nothing has been sent for it. */
export async function findPreparedByName(
  { documents }: Pick<ApiDeps, "documents">,
  user: User,
  name: string,
): Promise<NameReservation | undefined> {
  const [reservation] = await documents.collection(COLLECTIONS.nameReservations).find({ where: { owner: user.id, name } });
  return reservation?.prepared ? reservation : undefined;
}
