import {
  AlreadyExists,
  COLLECTIONS,
  type DatasetSpec,
  displayNameFromFile,
  ERRORS,
  FINALIZER,
  type NewResource,
  productType,
  type Resource,
  titleFromFile,
  Unavailable,
  type User,
  validate,
} from "@agatha/contracts";
import { uploadFields } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { z } from "zod";
import { recordAudit } from "../audit/record-audit.js";
import { ensureCanCreateDatasets, ensureCanCreateForProduct } from "../datasets/access.js";
import { datasetNameTaken, releaseName, reserveAvailableName, reserveName } from "../datasets/name-reservation.js";
import { validateTimezone } from "../datasets/timezone.js";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { findPreparedByName, getPreparedUpload, newDatasetId } from "./prepared-upload.js";
import { readLike } from "./read-like.js";
import { CommitUnknown, preflight, type StoredFile, sourceFileOf, storeUploadedFile } from "./stored-file.js";

type UploadFields = z.output<typeof uploadFields>;

/**
 * Stores a file and creates a Dataset of it. Once this resolves the upload is durable; if it throws, nothing remains. Throws
 * InvalidInput (fields, name, unreadable file), RejectedBytes, ApiError and NotFound (prepared id).
 */
export async function uploadDataset(deps: ApiDeps, user: User, request: Request): Promise<Resource<"Dataset">> {
  ensureCanCreateDatasets(user);
  return await storeUploadedFile(deps, user.id, request, (stored, fields) => registerDataset(deps, user, stored, fields));
}

async function registerDataset(deps: ApiDeps, user: User, stored: StoredFile, sent: Record<string, string>): Promise<Resource<"Dataset">> {
  const parsed = validate(uploadFields, sent);
  const prepared = parsed.id === undefined ? undefined : await getPreparedUpload(deps, user, parsed.id);
  const fields =
    prepared && sent.product_type === undefined ? { ...parsed, product_type: productType.parse(prepared.productType) } : parsed;
  ensureCanCreateForProduct(user, fields.product_type);
  if (fields.timezone !== undefined) validateTimezone(fields.timezone);
  const reading = await readLike(deps, user, fields);
  await preflight(deps, stored, fields);

  const requestedName = fields.name ?? prepared?.name;
  const reservation = prepared ?? (requestedName === undefined ? undefined : await findPreparedByName(deps, user, requestedName));
  const id = reservation?.id ?? newDatasetId();
  const reservationRequest = { id, dataset: id, owner: user.id, size: stored.info.size, productType: fields.product_type };
  const name = requestedName ?? (await reserveAvailableName(deps, displayNameFromFile(stored.fileName), reservationRequest));
  const title = fields.title ?? (requestedName === undefined ? titleFromFile(stored.fileName) : undefined);
  if (requestedName) await reserveName(deps, requestedName, reservationRequest);
  try {
    await recordAudit(deps, user, { action: "dataset.create", target: id, detail: { name: title ?? name } });
    return await createDataset(deps, newDataset({ id, name, title, owner: user.id }, { stored, fields, reading }));
  } finally {
    await releaseName(deps, id);
  }
}

function newDataset(
  { id, name, title, owner }: { id: string; name: string; title: string | undefined; owner: string },
  { stored, fields, reading }: { stored: StoredFile; fields: UploadFields; reading: Partial<DatasetSpec> },
): NewResource<"Dataset"> {
  const { product_type: productType, timezone = reading.timezone } = fields;
  const source = sourceFileOf(stored, fields);
  const spec = { ...reading, displayName: name, title, owner, productType, source, timezone };
  return { metadata: { name: id, finalizers: [FINALIZER] }, spec };
}

/**
 * Ensures that a written dataset keeps its file even if the answer is lost. Throws ApiError (unauthorized) if the owner's account was
 * deleted or disabled while the rows were stored. It also throws CommitUnknown.
 */
export async function createDataset(deps: ApiDeps, dataset: NewResource<"Dataset">): Promise<Resource<"Dataset">> {
  const owner = await deps.documents.collection(COLLECTIONS.users).get(dataset.spec.owner);
  if (!owner?.active) throw new ApiError(ERRORS.unauthorized);
  try {
    return await deps.resources.create("Dataset", dataset);
  } catch (error) {
    // If the connection broke after the dataset was written, its file must stay.
    const written = await deps.resources.get("Dataset", dataset.metadata.name).catch(() => {
      throw new CommitUnknown(error);
    });
    if (written && written.spec.source.key === dataset.spec.source.key) return written;
    // A concurrent request used the same prepared id.
    if (error instanceof AlreadyExists) throw datasetNameTaken(dataset.spec.displayName);
    throw error instanceof Unavailable ? new CommitUnknown(error) : error;
  }
}
