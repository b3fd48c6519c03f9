import { readFile } from "node:fs/promises";
import { ERRORS, InvalidInput, invalidFile } from "@agatha/contracts";
import type { WorkBook } from "@e965/xlsx";
import { loadEastAsianTimes } from "./built-in-formats.js";
import { type Cell, type CellText, cellText, isUncalculated, isUncalculatedXls } from "./cell-text.js";
import { unifyDurations } from "./durations.js";
import { emptyFirstRows, fillMergedCells } from "./fill-merged-cells.js";
import { nameSheet } from "./name-sheet.js";
import { damagedWorkbook } from "./zip-entries.js";

/** Limits of Excel (specifications and limits, support.microsoft.com). */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Most characters of a row, as in a line of a text file. */
const MAX_ROW_LENGTH = 2_000_000;
/**
 * Most MiB of text in a sheet, with one byte a character and one a place for a cell. A workbook stores a text once, however many cells
 * have it, and places without a cell not at all.
 */
const MAX_TEXT_MIB = 1024;
/** Rows whose numbers an error may tell. */
const NUMBERED_ROWS = 100;

/** Rows of one sheet that have any value, without empty columns on the left. */
export interface SheetRows {
  width: number;
  /** Number of rows. */
  height: number;
  /** Numbers of the first rows in the sheet, from 1. */
  firstNumbers: readonly number[];
  rows(): Iterable<CellText[]>;
}

/** Whether all rows of a sheet, with those that are left out, are a table, or have a value. */
interface SheetContent {
  isTable: boolean;
  hasValue: boolean;
}

/** Sheet that was read. */
interface ReadSheet extends SheetRows, SheetContent {
  name: string;
  /** Names of the sheets that are not hidden, in their order. */
  sheets: string[];
}

/** Least number of columns, and of rows with the names, of a table. A sheet with less may be a cover. */
const MIN_TABLE = { columns: 2, rows: 3 };

/**
 * Reads one sheet of a workbook, by default the first visible one that has a table, or else a value. The workbook must have passed
 * `inspectArchive`. The first `skipRows` rows of the sheet are left out. Throws InvalidInput.
 */
export async function readWorkbook(path: string, sheet: string | undefined, skipRows = 0): Promise<ReadSheet> {
  const workbook = await parseSheet(path, sheet ?? 0);
  const names = workbook.SheetNames;
  if (names.length === 0) throw damagedWorkbook("no sheets");
  const first = sheet ?? names[0];
  if (!names.includes(first))
    throw invalidFile(ERRORS.datasetFormat, "noSheet", { sheet: JSON.stringify(first), sheets: names.join(", ") }, "source.sheet");
  const read = rowsOfSheet(workbook, first, skipRows);
  const other = sheet === undefined && !(isVisible(workbook, 0) && read.isTable) ? await readOther(path, workbook, skipRows) : undefined;
  const hasValue = read.hasValue && isVisible(workbook, 0);
  if (other && (other.isTable || !hasValue)) return other;
  if (!isRead(workbook, first)) throw unreadableSheet(first);
  return read;
}

/**
 * Returns the first visible sheet after the first one that has a table, or else a value. Throws InvalidInput for an unreadable one if
 * none has a table.
 */
async function readOther(path: string, workbook: WorkBook, skipRows: number): Promise<ReadSheet | undefined> {
  let withValue: ReadSheet | undefined;
  let unreadable: string | undefined;
  for (const [index, name] of workbook.SheetNames.entries()) {
    if (index === 0 || !isVisible(workbook, index)) continue;
    const parsed = await parseSheet(path, name);
    const read = rowsOfSheet(parsed, name, skipRows);
    if (read.isTable) return read;
    if (!isRead(parsed, name)) unreadable ??= name;
    if (read.hasValue) withValue ??= read;
  }
  if (unreadable !== undefined) throw unreadableSheet(unreadable);
  return withValue;
}

/** The library leaves out a sheet that it cannot read. */
const isRead = (workbook: WorkBook, name: string) => workbook.Sheets[name] !== undefined;
const unreadableSheet = (name: string) => damagedWorkbook(`sheet ${JSON.stringify(name)}`);

/** The library names the kind of workbook of an archive alone. */
const isXls = (workbook: WorkBook) => workbook.bookType === undefined;

const isVisible = (workbook: WorkBook, index: number) => (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0;

/** Tells what rows of a sheet hold. */
function contentOf({ width, height }: SheetRows): SheetContent {
  return { isTable: width >= MIN_TABLE.columns && height >= MIN_TABLE.rows, hasValue: width > 0 };
}

const SUMMARY_STREAM = Buffer.from("SummaryInformation", "utf16le");

async function parseSheet(path: string, sheet: string | number): Promise<WorkBook> {
  const { read, SSF } = await loadLibrary();
  return await parseWorkbook(async () => {
    const bytes = await readFile(path);
    const isArchive = bytes.subarray(0, 2).toString() === "PK";
    // Spreadsheet programs, which calculate, describe an .xls file in this stream ([MS-OSHARED] 2.3.3.2.1). Libraries such as xlwt do not.
    const isCalculated = !isArchive && bytes.includes(SUMMARY_STREAM);
    loadEastAsianTimes(SSF);
    return read(bytes, {
      type: "buffer",
      dense: true,
      cellDates: true,
      cellNF: true,
      cellFormula: !isCalculated,
      // Stubs are the formulas of an archive that have no result.
      sheetStubs: isArchive,
      cellHTML: false,
      // For an archive, the library looks up a built-in format only to write the cell's text, and fails at a time without it.
      cellText: isArchive,
      sheets: sheet,
    });
  });
}

function rowsOfSheet(workbook: WorkBook, name: string, skipRows: number): ReadSheet {
  const sheets = workbook.SheetNames.filter((_name, index) => isVisible(workbook, index));
  try {
    return { name, sheets, ...readRows(workbook, name, skipRows) };
  } catch (error) {
    throw nameSheet(error, { sheet: name, sheets });
  }
}

function readRows(workbook: WorkBook, name: string, skipRows: number): SheetRows & SheetContent {
  const sheet = workbook.Sheets[name];
  const data = (sheet?.["!data"] ?? []) as (Cell | undefined)[][];
  const merges = sheet?.["!merges"] ?? [];
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const content = skipRows > 0 ? contentOf(sheetRows(data, is1904)) : undefined;
  emptyFirstRows(data, skipRows, merges);
  rejectUncalculated(data, isXls(workbook) ? isUncalculatedXls : isUncalculated);
  fillMergedCells(data, merges);
  unifyDurations(data, is1904);
  const rows = sheetRows(data, is1904);
  return { ...rows, ...(content ?? contentOf(rows)) };
}

/** Refuses a sheet with formulas of which none has a stored result: it was written by a program that does not calculate. */
function rejectUncalculated(data: readonly (readonly (Cell | undefined)[])[], isWithoutResult: (cell: Cell) => boolean): void {
  let first: string | undefined;
  data.forEach((row, index) => {
    row.forEach((cell, column) => {
      if (cell?.f !== undefined && first !== "") first = isWithoutResult(cell) ? (first ?? cellName(index, column)) : "";
    });
  });
  if (first) throw invalidFile(ERRORS.unreadableFile, "uncalculatedWorkbook", { cell: first });
}

/** Returns the name of a cell, such as AB12. */
function cellName(row: number, column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** Returns the names of a workbook's sheets in their order. The workbook must have passed `inspectArchive`. Throws InvalidInput. */
export async function readSheetNames(path: string): Promise<string[]> {
  const { read } = await loadLibrary();
  return (await parseWorkbook(async () => read(await readFile(path), { type: "buffer", bookSheets: true }))).SheetNames;
}

async function loadLibrary() {
  const { default: codepages } = { default: await import("@e965/xlsx/dist/cpexcel.full.mjs") };
  const library = await import("@e965/xlsx");
  library.set_cptable(codepages);
  return library;
}

async function parseWorkbook<T>(parse: () => Promise<T>): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(message)) throw invalidFile(ERRORS.unreadableFile, "encryptedWorkbook");
    // A TypeError or RangeError tells about the library's own code, nothing about the file.
    throw damagedWorkbook(error instanceof TypeError || error instanceof RangeError ? "unreadable content" : message.slice(0, 200));
  }
}

/** Collects the cells that exist: the reader's arrays have holes where there are no cells. Throws InvalidInput for too much text. */
function sheetRows(data: (Cell | undefined)[][], is1904: boolean): SheetRows {
  if (data.length > MAX_ROWS) throw outsideLimits();
  let left = MAX_COLUMNS;
  let right = 0;
  let textLength = 0;
  const used: number[] = [];
  data.forEach((row, index) => {
    if (row.length > MAX_COLUMNS) throw outsideLimits();
    let rowLength = 0;
    const columns = Object.keys(row)
      .map(Number)
      .filter((column) => {
        const text = cellText(row[column], is1904);
        rowLength += text?.length ?? 0;
        return text !== undefined;
      });
    if (columns.length === 0) return;
    if (rowLength > MAX_ROW_LENGTH) throw invalidFile(ERRORS.unreadableFile, "longRow", { line: index + 1 });
    textLength += rowLength;
    requireTextSize(textLength);
    used.push(index);
    left = Math.min(left, columns[0]);
    right = Math.max(right, columns[columns.length - 1] + 1);
  });
  const width = Math.max(0, right - left);
  requireTextSize(textLength + used.length * width);
  return {
    width,
    height: used.length,
    firstNumbers: used.slice(0, NUMBERED_ROWS).map((index) => index + 1),
    *rows() {
      for (const index of used) yield Array.from({ length: width }, (_, column) => cellText(data[index][left + column], is1904));
    },
  };
}

function requireTextSize(bytes: number): void {
  if (bytes > MAX_TEXT_MIB * 1024 * 1024) throw invalidFile(ERRORS.fileTooLarge, "largeUnpackedWorkbook", { limit: MAX_TEXT_MIB });
}

function outsideLimits(): InvalidInput {
  return new InvalidInput(ERRORS.unreadableFile, {
    path: "file",
    message: `the workbook has cells beyond row ${MAX_ROWS.toLocaleString("en")} or column ${MAX_COLUMNS.toLocaleString("en")}: delete them`,
  });
}
