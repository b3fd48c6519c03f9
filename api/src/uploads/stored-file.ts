/** Uploaded files, stored as objects until a resource names them. */
import { buffer } from "node:stream/consumers";
import { ERRORS, InvalidInput, invalidFile, type ObjectInfo, type SourceFile, type SourceFormat, sourceFormat } from "@agatha/contracts";
import { type ReadingFields, readingToSpec } from "@agatha/contracts/wire";
import { preflightUpload } from "@agatha/trainer/serving";
import type { Request } from "express";
import type { ApiDeps } from "../deps.js";
import { receiveFile, type UploadedFile } from "../http/multipart.js";
import { beginUpload, deleteStoredFile } from "./upload-in-progress.js";

export interface StoredFile {
  info: ObjectInfo;
  fileName: string;
  format: SourceFormat;
}

/**
 * It is unknown whether the resource that names the file was written, or will be: a write whose answer was lost may still be on its
 * way. The file stays, and the sweeper deletes it if the resource was not written.
 */
export class CommitUnknown extends Error {
  override name = "CommitUnknown";
  constructor(override readonly cause: unknown) {
    super("The resource may have been written", { cause });
  }
}

/**
 * Stores the file of a multipart request and passes it to `register`, which creates a resource that names it. If either throws,
 * nothing of the file remains, except after CommitUnknown, whose cause is thrown. Throws InvalidInput (badRequest,
 * unsupportedFileExtension) and RejectedBytes.
 */
export async function storeUploadedFile<T>(
  deps: ApiDeps,
  owner: string,
  request: Request,
  register: (stored: StoredFile, fields: Record<string, string>) => Promise<T>,
): Promise<T> {
  return await withUpload(deps, owner, async (key) => {
    const { result, fields } = await receiveFile(request, (file) => writeObject(deps, key, file));
    return await register(result, fields);
  });
}

/** Runs `work`, which stores a file under the key and creates a resource that names it. If it throws, see storeUploadedFile. */
export async function withUpload<T>(
  deps: Pick<ApiDeps, "documents" | "objects" | "clock" | "logger">,
  owner: string,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const { key, complete } = await beginUpload(deps, owner);
  let result: T;
  try {
    result = await work(key);
  } catch (error) {
    if (error instanceof CommitUnknown) throw error.cause;
    // Otherwise the sweeper finds the file by the record of the upload.
    if (await deleteStoredFile(deps, key)) await complete();
    throw error;
  }
  await complete();
  return result;
}

async function writeObject(deps: ApiDeps, key: string, { fileName, bytes }: UploadedFile): Promise<StoredFile> {
  const format = sourceFormatOf(fileName);
  if (fileName.length > 255)
    throw new InvalidInput(ERRORS.badRequest, { path: "file", message: "The file's name must have at most 255 characters" });
  const info = await deps.objects.put(key, bytes, { maxBytes: deps.config.maxUploadBytes, createOnly: true });
  return { info, fileName, format };
}

/** Returns the format of a file. Throws InvalidInput (unsupportedFileExtension); `path` is the place of the name in the request. */
export function sourceFormatOf(fileName: string, path = "file"): SourceFormat {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  const format = sourceFormat.options.find((each) => each === extension);
  if (!format) throw invalidFile(ERRORS.unsupportedFileExtension, "otherExtension", { file: JSON.stringify(fileName) }, path);
  return format;
}

/** Throws InvalidInput for a file that cannot be read as a table, as far as its beginning shows. */
export async function preflight(deps: ApiDeps, { info, format }: StoredFile, options: ReadingFields): Promise<void> {
  const read = async (start: number, end: number): Promise<Buffer> => buffer(await deps.objects.get(info.key, { start, end }));
  await preflightUpload({ ...readingToSpec(options), format, size: info.size, read, scratch: deps.config.scratch });
}

/** Returns the file as a resource names it. */
export function sourceFileOf({ info, fileName, format }: StoredFile, options: ReadingFields): SourceFile {
  const { key, sha256, size } = info;
  return { key, sha256, size, fileName, format, ...readingToSpec(options) };
}
