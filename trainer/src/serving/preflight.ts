import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput, type SourceFormat, type TextEncoding } from "@agatha/contracts";
import { detectDialect } from "../data/ingest/dialect.js";
import { emptyFile, missingHeader, missingRows } from "../data/ingest/file-errors.js";
import { checkHeadersOfHead } from "../data/ingest/headers.js";
import { parseFirstRecords } from "../data/ingest/parse-records.js";
import { prepareText } from "../data/ingest/text-file.js";
import { inspectWorkbook } from "../data/ingest/workbook/inspect-workbook.js";

export interface Upload {
  format: SourceFormat;
  /** Size in bytes. */
  size: number;
  /** Encoding that the owner chose; detected when left out. */
  encoding?: TextEncoding;
  delimiter?: string;
  /** Reads bytes of the file, both ends inclusive. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Folder for temporary files; the check leaves nothing in it. */
  scratch: string;
}

const HEAD_BYTES = 256 * 1024;
const LF = 0x0a;

/**
 * Checks an upload while the client waits. Throws InvalidInput for files that the ingest step would certainly refuse. It reads
 * and holds little, and leaves to the ingest step everything that only the whole file can show.
 */
export async function preflightUpload(upload: Upload): Promise<void> {
  if (upload.size === 0) throw emptyFile();
  await (upload.format === "csv" ? preflightText(upload) : inspectWorkbook(upload));
}

/** Checks that the beginning of a text file is text, has usable headers, and has a row after them. */
async function preflightText({ size, encoding, delimiter, read, scratch }: Upload): Promise<void> {
  const complete = size <= HEAD_BYTES;
  const bytes = await read(0, Math.min(size, HEAD_BYTES) - 1);
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, "preflight-"));
  try {
    const path = join(folder, "head");
    await writeFile(path, complete ? bytes : wholeLines(bytes));
    const text = await prepareText(path, { scratch: folder, encoding, signal: new AbortController().signal });
    checkHead(text.head, complete, delimiter);
  } catch (error) {
    // The rest of the file may settle the encoding.
    if (!complete && error instanceof InvalidInput && error.problems.some(({ path }) => path !== "file" && !path.startsWith("columns")))
      return;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Cuts the bytes after the last line end, since half a character would look like damage. Zero bytes mean UTF-16, which takes an
 * even number of bytes.
 */
function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(LF) + 1 || bytes.length;
  return bytes.subarray(0, bytes.includes(0) ? end - (end % 2) : end);
}

function checkHead(head: string, complete: boolean, delimiter?: string): void {
  const dialect = detectDialect(head, complete, delimiter);
  const [header, row] = parseFirstRecords(head, dialect, { records: 2, complete });
  if (!header) {
    if (complete) throw missingHeader();
    return;
  }
  checkHeadersOfHead(header.map((name) => name.trim()));
  if (!row && complete) throw missingRows();
}
