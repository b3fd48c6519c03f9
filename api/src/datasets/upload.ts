import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import {
  AlreadyExists,
  COLLECTIONS,
  displayNameFromFile,
  FINALIZER,
  InvalidInput,
  type NewResource,
  NotFound,
  type ObjectInfo,
  type PreparedUpload,
  RejectedBytes,
  type Resource,
  type SourceFormat,
  sourceFormat,
  type User,
} from "@agatha/contracts";
import { type prepareUploadRequest, uploadFields } from "@agatha/contracts/wire";
import { preflightUpload } from "@agatha/trainer/serving";
import type { Request } from "express";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { validated } from "../http/validation.js";
import { ensureMayCreate } from "./access.js";
import { receiveFile, type SentFile } from "./multipart.js";
import { releaseName, reserveFreeName, reserveName, takenName } from "./names.js";
import { ensureTimezone } from "./timezone.js";

/** How long a prepared upload may take until it has arrived. */
const PREPARED_MS = 24 * 3_600_000;

type Fields = z.output<typeof uploadFields>;

/** A DNS label that nobody can guess; also the id on the wire. */
const newId = (): string => `d${randomBytes(10).toString("hex")}`;

interface Stored {
  info: ObjectInfo;
  fileName: string;
  format: SourceFormat;
}

/** Checks name and limits before the bytes are sent, and keeps the name for them. Returns the id for the upload. */
export async function prepareUpload(deps: ApiDeps, user: User, request: z.output<typeof prepareUploadRequest>): Promise<string> {
  const { name, size, product_type: productType } = request;
  ensureMayCreate(user, productType);
  ensureFits(deps, size);
  const id = newId();
  const expiresAt = new Date(deps.clock.now() + PREPARED_MS).toISOString();
  await reserveName(deps, name, { id, dataset: id, owner: user.id, size, productType, expiresAt });
  return id;
}

/**
 * Takes a file and makes a Dataset of it. Once this resolves the upload survives anything; when it throws nothing of it
 * is left. Throws InvalidInput (fields, name, a file that cannot be read), RejectedBytes, Refusal, NotFound (prepared id).
 */
export async function uploadDataset(deps: ApiDeps, user: User, request: Request): Promise<Resource<"Dataset">> {
  if (!user.datasetCreateEnable) ensureMayCreate(user, "quality");
  const key = `uploads/${randomBytes(16).toString("hex")}/source`;
  try {
    const { taken, fields } = await receiveFile(request, (file) => store(deps, key, file));
    return await register(deps, user, taken, validated(uploadFields, fields));
  } catch (error) {
    await deps.objects.delete(key);
    throw error;
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

function ensureFits({ config }: ApiDeps, size: number): void {
  if (size > config.maxUploadBytes) throw new RejectedBytes("TooLarge", `the limit is ${config.maxUploadBytes} bytes`);
}

async function register(deps: ApiDeps, user: User, stored: Stored, fields: Fields): Promise<Resource<"Dataset">> {
  const prepared = fields.id === undefined ? undefined : await preparedUpload(deps, user, fields.id);
  ensureMayCreate(user, fields.product_type);
  if (fields.timezone !== undefined) ensureTimezone(fields.timezone);
  await preflight(deps, stored, fields);

  const id = prepared?.id ?? newId();
  const request = { id, dataset: id, owner: user.id, size: stored.info.size, productType: fields.product_type };
  const wanted = fields.name ?? prepared?.name;
  const name = wanted ?? (await reserveFreeName(deps, displayNameFromFile(stored.fileName), request));
  if (wanted) await reserveName(deps, wanted, request);
  try {
    return await deps.resources.create("Dataset", newDataset({ id, name, owner: user.id }, stored, fields));
  } catch (error) {
    // The same prepared id was used twice at the same time.
    if (error instanceof AlreadyExists) throw takenName(name);
    throw error;
  } finally {
    await releaseName(deps, id);
  }
}

async function preparedUpload(deps: ApiDeps, user: User, id: string): Promise<PreparedUpload> {
  const prepared = await deps.documents.collection(COLLECTIONS.uploads).get(id);
  if (!prepared || prepared.owner !== user.id) throw new NotFound(`upload ${id} was not prepared, or more than a day ago`, "010401");
  return prepared;
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
