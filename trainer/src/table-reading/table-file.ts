import { ERRORS, invalidFile, type SourceFormat, unguardFormulas } from "@agatha/contracts";
import { type CsvSource, readCsvClause, toCsvInputError } from "../data/ingest/csv/csv-source.js";
import { checkHeaders } from "../data/ingest/csv/headers.js";
import { openCsv } from "../data/ingest/csv/open-csv.js";
import { type PreparedSource, prepareSource } from "../data/ingest/prepare-source.js";
import { nameSheet } from "../data/ingest/workbook/name-sheet.js";
import { openDatabase } from "../data/tables/database.js";

export interface TableFile {
  columns: string[];
  /** Rows in file order, every value as text; null for an empty cell. */
  rows: (string | null)[][];
}

interface TableFileOptions {
  format: SourceFormat;
  /** The file's own folder, also for temporary files. The caller removes them. */
  folder: string;
  maxRows: number;
}

const MEMORY_MIB = 128;

/** Reads a short table of any accepted format, encoding and delimiter. Throws InvalidInput for every problem of the table. */
export async function readTableFile(path: string, { format, folder, maxRows }: TableFileOptions): Promise<TableFile> {
  const { signal } = new AbortController();
  const prepared = await prepareSource({ format }, { path, scratch: folder, signal });
  try {
    return await readPrepared(prepared, { folder, maxRows });
  } catch (error) {
    throw nameSheet(error, prepared.workbook);
  }
}

async function readPrepared(
  { file, delimiter }: PreparedSource,
  { folder, maxRows }: Pick<TableFileOptions, "folder" | "maxRows">,
): Promise<TableFile> {
  const source = openCsv(file, delimiter);
  const rows = await readRows(source, folder, maxRows + 1);
  if (rows.length > maxRows) {
    throw invalidFile(ERRORS.datasetFormat, "tooManyRows", { expected: maxRows });
  }
  // A delimiter at the end of every line creates an unnamed column without values. It is dropped.
  const last = source.headers.length - 1;
  const spare = last > 0 && source.headers[last] === "" && rows.every((row) => row[last] === null);
  const columns = spare ? source.headers.slice(0, last) : source.headers;
  checkHeaders(columns);
  return { columns, rows: spare ? rows.map((row) => row.slice(0, last)) : rows };
}

async function readRows(source: CsvSource, folder: string, limit: number): Promise<(string | null)[][]> {
  const database = await openDatabase({ directories: [folder], memoryMiB: MEMORY_MIB, threads: 1 });
  try {
    const { from, path } = readCsvClause(source);
    const rows = await database.rows(`SELECT * FROM ${from} LIMIT ${limit}`, [path]);
    return rows.map((row) => row.map((value) => (typeof value === "string" ? unguardFormulas(value) : null)));
  } catch (error) {
    throw toCsvInputError(error, source);
  } finally {
    await database.close();
  }
}
