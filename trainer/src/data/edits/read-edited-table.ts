import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { SamplingMethod } from "@agatha/contracts";
import { type Database, openDatabase } from "../tables/database.js";
import { openParquetTable, type ParquetTable, sampledRowSource } from "../tables/parquet-table.js";
import { collectTable } from "../tables/read-table.js";
import type { Table } from "../tables/table.js";
import type { LoadedStep } from "./joined-rows.js";
import { requireColumn } from "./relation.js";
import { streamTable } from "./run-query.js";
import { translateToSql } from "./translate-to-sql.js";

interface ReadEditedOptions {
  /** Rows of the file that the edits start from. */
  sampling: SamplingMethod;
  specs: readonly LoadedStep[];
  /** IANA name of the dataset's time zone. */
  timezone: string;
  /** Names of the columns, in the wanted order. Left out, all columns that the steps leave. */
  columns?: readonly string[];
  signal?: AbortSignal;
}

const MEMORY_MIB = 128;

/**
 * Reads the sampled rows of an ingested table, applies the steps and returns the result in memory, in the order of the last step.
 * Throws InvalidInput (duplicateColumnName, columnName, noRowsLeft, reservedColumnName).
 */
export async function readEditedTable(path: string, { signal, ...options }: ReadEditedOptions): Promise<Table> {
  const scratch = `${path}.spilled`;
  const database = await openDatabase({ directories: [dirname(path), scratch], scratch, memoryMiB: MEMORY_MIB, threads: 1, signal });
  try {
    return await queryEditedTable(database, await openParquetTable(database, path), options);
  } finally {
    await database.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Same as readEditedTable, for a file that is already open. */
export async function queryEditedTable(
  database: Database,
  parquet: ParquetTable,
  { sampling, specs, timezone, columns }: Omit<ReadEditedOptions, "signal">,
): Promise<Table> {
  const source = sampledRowSource(parquet, sampling);
  const extraction = translateToSql({ ...source, columns: parquet.columns }, specs, timezone);
  const selected = columns?.map((name) => requireColumn(extraction, name, "columns")) ?? extraction.columns;
  return await streamTable(database, extraction, selected, collectTable);
}
