import {
  AlreadyExists,
  displayNameFromFile,
  FINALIZER,
  type NewResource,
  productType,
  type Resource,
  type User,
  validated,
} from "@agatha/contracts";
import { uploadFields } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { ensureMakesDatasets, ensureMayCreate } from "./access.js";
import { releaseName, reserveFreeName, reserveName, takenName } from "./names.js";
import { newDatasetId, preparedName, preparedUpload } from "./prepared.js";
import { PerhapsNamed, preflight, type StoredFile, sourceOf, takeFile } from "./stored-file.js";
import { ensureTimezone } from "./timezone.js";

type Fields = z.output<typeof uploadFields>;

/**
 * Takes a file and makes a Dataset of it. Once this resolves the upload survives anything; when it throws nothing of it
 * is left. Throws InvalidInput (fields, name, a file that cannot be read), RejectedBytes, Refusal, NotFound (prepared id).
 */
export async function uploadDataset(deps: ApiDeps, user: User, request: Request): Promise<Resource<"Dataset">> {
  ensureMakesDatasets(user);
  return await takeFile(deps, user.id, request, (stored, fields) => register(deps, user, stored, fields));
}

async function register(deps: ApiDeps, user: User, stored: StoredFile, sent: Record<string, string>): Promise<Resource<"Dataset">> {
  const given = validated(uploadFields, sent);
  const prepared = given.id === undefined ? undefined : await preparedUpload(deps, user, given.id);
  const fields = prepared && sent.product_type === undefined ? { ...given, product_type: productType.parse(prepared.productType) } : given;
  ensureMayCreate(user, fields.product_type);
  if (fields.timezone !== undefined) ensureTimezone(fields.timezone);
  await preflight(deps, stored, fields);

  const wanted = fields.name ?? prepared?.name;
  const place = prepared ?? (wanted === undefined ? undefined : await preparedName(deps, user, wanted));
  const id = place?.id ?? newDatasetId();
  const request = { id, dataset: id, owner: user.id, size: stored.info.size, productType: fields.product_type };
  const name = wanted ?? (await reserveFreeName(deps, displayNameFromFile(stored.fileName), request));
  if (wanted) await reserveName(deps, wanted, request);
  try {
    await audit(deps, user, { action: "dataset.create", target: id, detail: { name } });
    return await createDataset(deps, newDataset({ id, name, owner: user.id }, stored, fields));
  } finally {
    await releaseName(deps, id);
  }
}

function newDataset(
  { id, name, owner }: { id: string; name: string; owner: string },
  stored: StoredFile,
  fields: Fields,
): NewResource<"Dataset"> {
  const { product_type: productType, timezone } = fields;
  const source = sourceOf(stored, fields);
  return { metadata: { name: id, finalizers: [FINALIZER] }, spec: { displayName: name, owner, productType, source, timezone } };
}

/** Makes sure that a dataset that was written keeps its file, whatever became of the answer. Throws PerhapsNamed, too. */
export async function createDataset(deps: ApiDeps, dataset: NewResource<"Dataset">): Promise<Resource<"Dataset">> {
  try {
    return await deps.resources.create("Dataset", dataset);
  } catch (error) {
    // A connection that broke after the dataset was written: then its file must not go.
    const written = await deps.resources.get("Dataset", dataset.metadata.name).catch(() => {
      throw new PerhapsNamed(error);
    });
    if (written && written.spec.source.key === dataset.spec.source.key) return written;
    // The same prepared id was used twice at the same time.
    if (error instanceof AlreadyExists) throw takenName(dataset.spec.displayName);
    throw error;
  }
}
