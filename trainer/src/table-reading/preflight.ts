import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput, type ReadingOptions, type SourceFormat } from "@agatha/contracts";
import { detectDialect } from "../data/ingest/csv/dialect.js";
import { emptyFile, missingHeader, missingRows } from "../data/ingest/csv/file-errors.js";
import type { SourceHead } from "../data/ingest/csv/find-names-line.js";
import { checkHeadersOfHead } from "../data/ingest/csv/headers.js";
import { parseFirstRecords } from "../data/ingest/csv/parse-records.js";
import { prepareText } from "../data/ingest/csv/text-file.js";
import { inspectWorkbook } from "../data/ingest/workbook/inspect-workbook.js";
import { HEAD_BYTES, wholeLines } from "./file-head.js";

export interface Upload extends ReadingOptions {
  format: SourceFormat;
  /** Size in bytes. */
  size: number;
  /** Reads bytes of the file, both ends inclusive. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Folder for temporary files; the check leaves nothing in it. */
  scratch: string;
}

/**
 * Checks an upload while the client waits. Throws InvalidInput for files that the ingest step would certainly refuse. It reads
 * and holds little, and leaves to the ingest step everything that only the whole file can show.
 */
export async function preflightUpload(upload: Upload): Promise<void> {
  if (upload.size === 0) throw emptyFile();
  await (upload.format === "csv" ? preflightText(upload) : inspectWorkbook(upload));
}

/** Checks that the beginning of a text file is text, has usable headers, and has a row after them. */
async function preflightText({ size, encoding, delimiter, header, skipRows, read, scratch }: Upload): Promise<void> {
  const complete = size <= HEAD_BYTES;
  const bytes = await read(0, Math.min(size, HEAD_BYTES) - 1);
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, "preflight-"));
  try {
    const path = join(folder, "head");
    await writeFile(path, complete ? bytes : wholeLines(bytes));
    const text = await prepareText(path, { scratch: folder, encoding, delimiter, skipRows, signal: new AbortController().signal });
    checkHead({ ...text, complete }, { delimiter: delimiter ?? text.delimiter, header });
  } catch (error) {
    // The rest of the file may settle the encoding.
    if (!complete && error instanceof InvalidInput && error.problems.some(({ path }) => path !== "file" && !path.startsWith("columns")))
      return;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function checkHead(text: SourceHead, { delimiter, header }: Pick<ReadingOptions, "delimiter" | "header">): void {
  const { head, complete } = text;
  const dialect = detectDialect({ head, complete }, delimiter);
  const [names, row] = parseFirstRecords(head, dialect, { records: 2, complete });
  if (!names) {
    if (complete) throw missingHeader();
    return;
  }
  if (header === "none") return;
  checkHeadersOfHead(
    names.map((name) => name.trim()),
    text,
    delimiter,
  );
  if (!row && complete) throw missingRows();
}
