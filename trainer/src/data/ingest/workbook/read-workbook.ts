import { readFile } from "node:fs/promises";
import { ERRORS, InvalidInput, invalidFile } from "@agatha/contracts";
import type { WorkBook } from "@e965/xlsx";
import { damagedWorkbook } from "./zip-entries.js";

/** Limits of Excel (specifications and limits, support.microsoft.com). */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** A cell's value as text; undefined for an empty cell. */
export type CellText = string | undefined;

/** Rows of one sheet that have any value, without empty columns on the left. */
export interface SheetRows {
  width: number;
  rows(): Iterable<CellText[]>;
}

interface Cell {
  t?: string;
  v?: unknown;
}

/** Sheet that was read. */
export interface ReadSheet extends SheetRows {
  name: string;
}

/**
 * Reads one sheet of a workbook, by default the first visible one that has a value. The workbook must have passed
 * `inspectArchive`. Throws InvalidInput.
 */
export async function readWorkbook(path: string, sheet: string | undefined): Promise<ReadSheet> {
  const workbook = await parseSheet(path, sheet ?? 0);
  const names = workbook.SheetNames;
  if (names.length === 0) throw damagedWorkbook("no sheets");
  const first = sheet ?? names[0];
  if (!names.includes(first))
    throw invalidFile(ERRORS.datasetFormat, "noSheet", { sheet: JSON.stringify(first), sheets: names.join(", ") }, "source.sheet");
  const read = rowsOfSheet(workbook, first);
  const isHidden = (index: number) => (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  if (sheet !== undefined || (read.width > 0 && !isHidden(0))) return read;
  for (const [index, name] of names.entries()) {
    if (index === 0 || isHidden(index)) continue;
    const other = rowsOfSheet(await parseSheet(path, name), name);
    if (other.width > 0) return other;
  }
  return read;
}

async function parseSheet(path: string, sheet: string | number): Promise<WorkBook> {
  const { read } = await loadLibrary();
  return await parseWorkbook(async () =>
    read(await readFile(path), {
      type: "buffer",
      dense: true,
      cellDates: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      sheets: sheet,
    }),
  );
}

const rowsOfSheet = (workbook: WorkBook, name: string): ReadSheet => ({
  name,
  ...sheetRows((workbook.Sheets[name]?.["!data"] ?? []) as (Cell | undefined)[][]),
});

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

/** Collects the cells that exist: the reader's arrays have holes where there are no cells. */
function sheetRows(data: (Cell | undefined)[][]): SheetRows {
  if (data.length > MAX_ROWS) throw outsideLimits();
  let left = MAX_COLUMNS;
  let right = 0;
  const used: number[] = [];
  data.forEach((row, index) => {
    if (row.length > MAX_COLUMNS) throw outsideLimits();
    const columns = Object.keys(row)
      .map(Number)
      .filter((column) => cellText(row[column]) !== undefined);
    if (columns.length === 0) return;
    used.push(index);
    left = Math.min(left, columns[0]);
    right = Math.max(right, columns[columns.length - 1] + 1);
  });
  const width = Math.max(0, right - left);
  return {
    width,
    *rows() {
      for (const index of used) yield Array.from({ length: width }, (_, column) => cellText(data[index][left + column]));
    },
  };
}

function outsideLimits(): InvalidInput {
  return new InvalidInput(ERRORS.unreadableFile, {
    path: "file",
    message: `the workbook has cells beyond row ${MAX_ROWS.toLocaleString("en")} or column ${MAX_COLUMNS.toLocaleString("en")}: delete them`,
  });
}

/** Returns a cell's text. A formula gives its last calculated value; errors such as #DIV/0! count as empty. */
function cellText(cell: Cell | undefined): CellText {
  const value = cell?.v;
  if (value === undefined || value === null || cell?.t === "e" || cell?.t === "z") return undefined;
  if (value instanceof Date) return formatTime(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  const text = String(value).replaceAll(/\r\n?/g, "\n");
  return text.trim() === "" ? undefined : text;
}

/**
 * Formats a time. Sheets have times without a zone, which the reader returns as if they were UTC. Dates before 1900 are times of
 * day only.
 */
function formatTime(time: Date): CellText {
  if (Number.isNaN(time.getTime())) return undefined;
  const [day, clock] = time.toISOString().slice(0, -1).split("T");
  const short = clock.endsWith(".000") ? clock.slice(0, -4) : clock;
  if (time.getUTCFullYear() < 1900) return short;
  return short === "00:00:00" ? day : `${day} ${short}`;
}
