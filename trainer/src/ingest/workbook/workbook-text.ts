import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { InvalidInput } from "@agatha/contracts";
import { inspectArchive } from "./inspect-archive.js";
import { type CellText, readWorkbook, type SheetRows } from "./read-workbook.js";
import type { ByteSource } from "./zip-entries.js";

/** How `workbookText` writes: what it sets apart values with. */
export const WORKBOOK_DELIMITER = ",";

/** Old workbooks are not compressed: their size says what they take. */
const MAX_XLS_BYTES = 100 * 1024 * 1024;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
/** A bare BIFF stream of Excel 2 to 4 begins with the record "beginning of file". */
const BARE_STREAM = [0x09];

/** Writes one sheet of a workbook as delimited UTF-8 text into `scratch` and returns its path. Throws InvalidInput. */
export async function workbookText(path: string, { sheet, scratch }: { sheet?: string; scratch: string }): Promise<string> {
  await inspect(path);
  const rows = await readWorkbook(path, sheet);
  if (rows.width === 0) throw new InvalidInput("010406", { path: "file", message: "the sheet is empty" });
  const target = join(scratch, "sheet.csv");
  await pipeline(Readable.from(lines(rows)), createWriteStream(target));
  return target;
}

async function inspect(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new InvalidInput("010406", { path: "file", message: "the file is empty" });
    const source = fileSource(file, size);
    const start = await source.read(0, Math.min(size, 4) - 1);
    const begins = (bytes: readonly number[]) => bytes.every((byte, index) => start[index] === byte);
    if (begins(ZIP)) return await inspectArchive(source);
    if (!begins(COMPOUND_FILE) && !begins(BARE_STREAM))
      throw new InvalidInput("010407", {
        path: "file",
        message: "the file is no workbook, whatever its name says: save the table as .xlsx or .csv",
      });
    if (size > MAX_XLS_BYTES)
      throw new InvalidInput("010413", { path: "file", message: "the workbook is larger than 100 MiB: save the table as .csv" });
  } finally {
    await file.close();
  }
}

function fileSource(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(start, end) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start);
      return buffer.subarray(0, bytesRead);
    },
  };
}

const ROWS_AT_ONCE = 500;

function* lines(rows: SheetRows): Generator<string> {
  let block: string[] = [];
  for (const row of rows.rows()) {
    block.push(`${row.map(quotedCell).join(WORKBOOK_DELIMITER)}\n`);
    if (block.length < ROWS_AT_ONCE) continue;
    yield block.join("");
    block = [];
  }
  yield block.join("");
}

function quotedCell(text: CellText): string {
  return text === undefined ? "" : `"${text.replaceAll('"', '""')}"`;
}
