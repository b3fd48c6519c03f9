import { buffer } from "node:stream/consumers";
import {
  AlreadyExists,
  displayNameFromFile,
  FINALIZER,
  InvalidInput,
  type NewResource,
  type ObjectInfo,
  productType,
  type Resource,
  type SourceFormat,
  sourceFormat,
  type User,
  validated,
} from "@agatha/contracts";
import { uploadFields } from "@agatha/contracts/wire";
import { preflightUpload } from "@agatha/trainer/serving";
import type { Request } from "express";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { Refusal } from "../http/failures.js";
import { audit } from "../management/audit.js";
import { ensureMayCreate } from "./access.js";
import { takeOff } from "./in-flight.js";
import { receiveFile, type SentFile } from "./multipart.js";
import { releaseName, reserveFreeName, reserveName, takenName } from "./names.js";
import { newDatasetId, preparedUpload } from "./prepared.js";
import { ensureTimezone } from "./timezone.js";

type Fields = z.output<typeof uploadFields>;

interface Stored {
  info: ObjectInfo;
  fileName: string;
  format: SourceFormat;
}

/**
 * Takes a file and makes a Dataset of it. Once this resolves the upload survives anything; when it throws nothing of it
 * is left. Throws InvalidInput (fields, name, a file that cannot be read), RejectedBytes, Refusal, NotFound (prepared id).
 */
export async function uploadDataset(deps: ApiDeps, user: User, request: Request): Promise<Resource<"Dataset">> {
  if (!user.datasetCreateEnable) throw new Refusal("010302");
  const { key, landed } = await takeOff(deps, user.id);
  try {
    const { taken, fields } = await receiveFile(request, (file) => store(deps, key, file));
    return await register(deps, user, taken, fields);
  } catch (error) {
    await deps.objects.delete(key);
    throw error;
  } finally {
    await landed();
  }
}

async function store(deps: ApiDeps, key: string, { fileName, bytes }: SentFile): Promise<Stored> {
  const format = formatOf(fileName);
  if (fileName.length > 255)
    throw new InvalidInput("010201", { path: "file", message: "The file's name must have at most 255 characters" });
  const info = await deps.objects.put(key, bytes, { maxBytes: deps.config.maxUploadBytes, createOnly: true });
  return { info, fileName, format };
}

function formatOf(fileName: string): SourceFormat {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  const format = sourceFormat.options.find((each) => each === extension);
  if (!format)
    throw new InvalidInput("010408", { path: "file", message: `${JSON.stringify(fileName)} does not end in .csv, .xlsx or .xls` });
  return format;
}

async function register(deps: ApiDeps, user: User, stored: Stored, sent: Record<string, string>): Promise<Resource<"Dataset">> {
  const given = validated(uploadFields, sent);
  const prepared = given.id === undefined ? undefined : await preparedUpload(deps, user, given.id);
  const fields = prepared && sent.product_type === undefined ? { ...given, product_type: productType.parse(prepared.productType) } : given;
  ensureMayCreate(user, fields.product_type);
  if (fields.timezone !== undefined) ensureTimezone(fields.timezone);
  await preflight(deps, stored, fields);

  const id = prepared?.id ?? newDatasetId();
  const request = { id, dataset: id, owner: user.id, size: stored.info.size, productType: fields.product_type };
  const wanted = fields.name ?? prepared?.name;
  const name = wanted ?? (await reserveFreeName(deps, displayNameFromFile(stored.fileName), request));
  if (wanted) await reserveName(deps, wanted, request);
  await audit(deps, user, { action: "dataset.create", target: id, detail: { name } });
  try {
    return await create(deps, newDataset({ id, name, owner: user.id }, stored, fields));
  } finally {
    await releaseName(deps, id);
  }
}

async function preflight(deps: ApiDeps, { info, format }: Stored, { encoding, delimiter }: Fields): Promise<void> {
  const read = async (start: number, end: number): Promise<Buffer> => buffer(await deps.objects.get(info.key, { start, end }));
  await preflightUpload({ format, size: info.size, encoding, delimiter, read, scratch: deps.config.scratch });
}

function newDataset(
  { id, name, owner }: { id: string; name: string; owner: string },
  { info, fileName, format }: Stored,
  { product_type: productType, encoding, delimiter, decimal, timezone }: Fields,
): NewResource<"Dataset"> {
  const { key, sha256, size } = info;
  const source = { key, sha256, size, fileName, format, encoding, delimiter, decimal };
  return { metadata: { name: id, finalizers: [FINALIZER] }, spec: { displayName: name, owner, productType, source, timezone } };
}

async function create(deps: ApiDeps, dataset: NewResource<"Dataset">): Promise<Resource<"Dataset">> {
  try {
    return await deps.resources.create("Dataset", dataset);
  } catch (error) {
    // A connection that broke after the dataset was written: then its file must not go.
    const written = await deps.resources.get("Dataset", dataset.metadata.name).catch(() => undefined);
    if (written?.spec.source.key === dataset.spec.source.key) return written;
    // The same prepared id was used twice at the same time.
    if (error instanceof AlreadyExists) throw takenName(dataset.spec.displayName);
    throw error;
  }
}
