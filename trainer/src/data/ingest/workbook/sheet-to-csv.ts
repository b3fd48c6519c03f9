import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ERRORS, GUARD_MARK, guardFormulas, invalidFile } from "@agatha/contracts";
import type { CellText } from "./cell-text.js";
import { inspectWorkbook } from "./inspect-workbook.js";
import { nameSheet, type ReadWorkbook } from "./name-sheet.js";
import { readWorkbook, type SheetRows } from "./read-workbook.js";
import type { ByteSource } from "./zip-entries.js";

/** Delimiter that `sheetToCsv` writes. */
export const WORKBOOK_DELIMITER = ",";

/** Text file with the rows of a sheet. */
interface SheetText {
  path: string;
  workbook: ReadWorkbook;
  /** Numbers of the first rows in the sheet, from 1. */
  rowNumbers: readonly number[];
}

/**
 * Writes one sheet of a workbook, by default the one that `readWorkbook` takes, as delimited UTF-8 text into `scratch`. Throws
 * InvalidInput.
 */
export async function sheetToCsv(
  path: string,
  { sheet, skipRows, scratch }: { sheet?: string; skipRows?: number; scratch: string },
): Promise<SheetText> {
  await inspectFile(path);
  const rows = await readWorkbook(path, sheet, skipRows);
  const workbook = { sheet: rows.name, sheets: rows.sheets };
  if (rows.width === 0) throw nameSheet(noRows(skipRows), workbook);
  const target = join(scratch, "sheet.csv");
  await pipeline(Readable.from(csvLines(rows)), createWriteStream(target));
  return { path: target, workbook, rowNumbers: rows.firstNumbers };
}

const noRows = (skipRows = 0) =>
  skipRows > 0
    ? invalidFile(ERRORS.datasetFormat, "nothingBelow", {}, "source.skipRows")
    : invalidFile(ERRORS.datasetFormat, "emptySheet", {}, "source.sheet");

/** Checks that a file is a readable workbook. Throws InvalidInput. */
export async function inspectFile(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    await inspectWorkbook(fileSource(file, size));
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

/** Characters from which on a block of lines is written. */
const BLOCK_LENGTH = 1 << 18;

function* csvLines(rows: SheetRows): Generator<string> {
  let block = "";
  for (const row of rows.rows()) {
    block += `${row.map(quotedCell).join(WORKBOOK_DELIMITER)}\n`;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = "";
  }
  yield block;
}

function quotedCell(text: CellText): string {
  if (text === undefined) return "";
  // The reader of text files takes guards away. A workbook's text has none of ours.
  const kept = text.includes(GUARD_MARK) ? guardFormulas(text) : text;
  return `"${kept.replaceAll('"', '""')}"`;
}
