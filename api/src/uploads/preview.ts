/** Previews of a file: its first rows as they would be read with some options. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import {
  ERRORS,
  effectiveSourceFile,
  InvalidInput,
  type ReadingOptions,
  RejectedBytes,
  type Resource,
  readingOptionsOf,
  type SourceFormat,
  validate,
} from "@agatha/contracts";
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";
import { type FilePreview, previewFields, readingToSpec } from "@agatha/contracts/wire";
import { HEAD_BYTES, type PreviewRequest, wholeRecords } from "@agatha/trainer/serving";
import type { Request } from "express";
import pLimit from "p-limit";
import type { z } from "zod";
import { validateTimezone } from "../datasets/timezone.js";
import type { ApiDeps } from "../deps.js";
import { receiveFile } from "../http/multipart.js";
import { sourceFormatOf } from "./stored-file.js";

type PreviewFields = z.output<typeof previewFields>;

/** Files that are read at the same time. */
const previews = pLimit(2);

/** Previews the file of a multipart request, of which nothing is kept. Throws InvalidInput and RejectedBytes. */
export function previewUpload(deps: ApiDeps, request: Request): Promise<FilePreview> {
  return inFolder(deps, async (folder) => {
    const path = join(folder, "file");
    const { result: format, fields } = await receiveFile(request, async ({ fileName, bytes }) => {
      const format = sourceFormatOf(fileName);
      await receive(bytes, { path, format, maxBytes: deps.config.maxUploadBytes });
      return format;
    });
    const { timezone, ...options } = validate(previewFields, fields);
    return await preview({ path, folder, format }, { timezone, ...readingToSpec(options) });
  });
}

/** Previews a dataset's file. What `fields` leaves out is as the dataset has it. Throws InvalidInput. */
export function previewDataset(deps: ApiDeps, dataset: Resource<"Dataset">, fields: PreviewFields): Promise<FilePreview> {
  const source = effectiveSourceFile(dataset);
  if (!source) throw new InvalidInput(ERRORS.datasetFormat, { path: "id", message: "the table is not stored yet: try again in a moment" });
  return inFolder(deps, async (folder) => {
    const path = join(folder, "file");
    const { key, format, size } = source;
    const end = format === "csv" ? Math.min(size, HEAD_BYTES + 1) - 1 : size - 1;
    await receive(await deps.objects.get(key, { start: 0, end }), { path, format, maxBytes: size });
    const { timezone = dataset.spec.timezone, ...options } = fields;
    return await preview(
      { path, folder, format },
      Object.assign({ timezone }, readingOptionsOf(source), withoutUndefined(readingToSpec(options))),
    );
  });
}

async function inFolder<T>({ config }: Pick<ApiDeps, "config">, task: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(config.scratch, { recursive: true });
  const folder = await mkdtemp(join(config.scratch, "preview-"));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a workbook, or the beginning of a text file. */
async function receive(bytes: Readable, { path, format, maxBytes }: { path: string; format: SourceFormat; maxBytes: number }) {
  let size = 0;
  const head: Buffer[] = [];
  async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (size <= HEAD_BYTES) head.push(chunk);
      size += chunk.length;
      if (size > maxBytes) throw new RejectedBytes("TooLarge", `the limit is ${maxBytes} bytes`);
      if (format !== "csv") yield chunk;
    }
  }
  await pipeline(bytes, limited, createWriteStream(path));
  if (format !== "csv") return;
  const text = Buffer.concat(head);
  await writeFile(path, size > HEAD_BYTES ? wholeRecords(text.subarray(0, HEAD_BYTES)) : text);
}

async function preview(
  file: Pick<PreviewRequest, "path" | "folder" | "format">,
  { timezone = "UTC", ...options }: ReadingOptions & { timezone?: string | undefined },
): Promise<FilePreview> {
  validateTimezone(timezone);
  const workerData: PreviewRequest = { ...file, options: readingOptionsOf(options), timezone };
  return await previews(async () => {
    const [answer] = (await once(new Worker(new URL("preview-thread.js", import.meta.url), { workerData }), "message")) as [FilePreview];
    return answer;
  });
}
