import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { ExtractionSpec, SamplingMethod } from "@agatha/contracts";
import { type Database, openDatabase } from "../tables/database.js";
import { openParquetTable, type ParquetTable, rowsInUse } from "../tables/parquet-table.js";
import { collect } from "../tables/read-table.js";
import type { Table } from "../tables/table.js";
import { streamedRows } from "./run.js";
import { columnOf } from "./statement.js";
import { translate } from "./translate.js";

export interface ReadExtractedOptions {
  /** The rows of the file that the extraction begins with. */
  sampling: SamplingMethod;
  specs: readonly ExtractionSpec[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
  /** Names of the columns, in the order wanted; all that the steps leave when left out. */
  columns?: readonly string[];
  signal?: AbortSignal;
}

const MEMORY_MIB = 128;

/**
 * Reads what the steps make of the rows in use of an ingested table into memory, in the order that they leave. Throws
 * InvalidInput (010404, 010405, 010409, 010411).
 */
export async function readExtracted(path: string, { signal, ...asked }: ReadExtractedOptions): Promise<Table> {
  const scratch = `${path}.spilled`;
  const database = await openDatabase({ directories: [dirname(path), scratch], scratch, memoryMiB: MEMORY_MIB, threads: 1, signal });
  try {
    return await readOpenExtracted(database, await openParquetTable(database, path), asked);
  } finally {
    await database.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The same of a file that is open already. */
export async function readOpenExtracted(
  database: Database,
  parquet: ParquetTable,
  { sampling, specs, timezone, columns }: Omit<ReadExtractedOptions, "signal">,
): Promise<Table> {
  const source = await rowsInUse(parquet, sampling);
  const extraction = translate({ ...source, columns: parquet.columns }, specs, timezone);
  const wanted = columns?.map((name) => columnOf(extraction, name, "columns")) ?? extraction.columns;
  return await streamedRows(database, extraction, wanted, (result) => collect(result, wanted));
}
