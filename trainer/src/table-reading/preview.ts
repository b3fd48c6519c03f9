import { join } from "node:path";
import { InvalidInput, type ReadingOptions, type SourceFormat } from "@agatha/contracts";
import type { FilePreview } from "@agatha/contracts/wire";
import { openCsv } from "../data/ingest/csv/open-csv.js";
import { ingestMemoryMiB, ingestText } from "../data/ingest/ingest-text.js";
import { type PreparedSource, prepareSource } from "../data/ingest/prepare-source.js";
import type { ReadWorkbook } from "../data/ingest/workbook/name-sheet.js";
import { readSheetNames } from "../data/ingest/workbook/read-workbook.js";
import { inspectFile } from "../data/ingest/workbook/sheet-to-csv.js";
import { openDatabase } from "../data/tables/database.js";
import { columnValueSql, openParquetTable } from "../data/tables/parquet-table.js";
import { toCells } from "../data/tables/plain-cells.js";

export interface PreviewRequest {
  /** The whole file, or the beginning of a text file. */
  path: string;
  /** The file's own folder, also for temporary files. The caller removes them. */
  folder: string;
  format: SourceFormat;
  options: ReadingOptions;
  /** IANA time zone of times without an offset. */
  timezone: string;
}

const MAX_ROWS = 20;
const NOTHING: FilePreview = {
  encoding: null,
  delimiter: null,
  decimal: null,
  sheets: [],
  sheet: null,
  columns: [],
  rows: [],
  problem: null,
};

/** Returns the first rows as the ingest step would read them, or why it would refuse the file. */
export async function previewFile({ path, folder, format, options, timezone }: PreviewRequest): Promise<FilePreview> {
  let sheets: string[] = [];
  let workbook: ReadWorkbook | undefined;
  try {
    if (format !== "csv") {
      await inspectFile(path);
      sheets = await readSheetNames(path);
    }
    const prepared = await prepareSource({ ...options, format }, { path, scratch: folder, signal: new AbortController().signal });
    workbook = prepared.workbook;
    return { ...(await readFirstRows(prepared, { folder, format, timezone })), sheets };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { ...NOTHING, sheets, sheet: workbook?.sheet ?? null, problem: { tukey_error: error.code, detail: error.problems } };
  }
}

async function readFirstRows(
  { file, delimiter, decimal, dates, workbook }: PreparedSource,
  { folder, format, timezone }: Pick<PreviewRequest, "folder" | "format" | "timezone">,
): Promise<FilePreview> {
  const csv = openCsv(file, delimiter);
  const database = await openDatabase({ directories: [folder], scratch: folder, memoryMiB: ingestMemoryMiB(csv), threads: 1 });
  try {
    const target = join(folder, "preview.parquet");
    const table = await ingestText(database, csv, { decimal, dates, timezone, overrides: [], target, progress: () => undefined });
    const { columns } = await openParquetTable(database, target);
    const rows = await database.rows(`SELECT ${columns.map(columnValueSql).join(", ")} FROM read_parquet($1) LIMIT ${MAX_ROWS}`, [target]);
    const text = format === "csv" && { encoding: file.encoding, delimiter: csv.dialect.delimiter, decimal: table.decimal };
    const sheet = workbook?.sheet ?? null;
    return { ...NOTHING, ...text, sheet, columns: columns.map(({ name, type }) => ({ name, type })), rows: toCells(rows, columns) };
  } finally {
    await database.close();
  }
}
