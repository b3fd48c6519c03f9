import type { DataCheck, SamplingMethod } from "@agatha/contracts";
import { MAX_CHECKED_COLUMNS } from "@agatha/contracts/kinds/limits";
import { rowsWithoutCopies } from "../row-structure/group-codes.js";
import type { Database } from "../tables/database.js";
import { openParquetTable, type ParquetTable } from "../tables/parquet-table.js";
import { queryTable } from "../tables/read-table.js";
import { populationSize, samplingToCheck } from "../tables/sampling.js";
import type { Table } from "../tables/table.js";
import { findFindings, type ReadColumn } from "./find-findings.js";
import { isReadableThroughout } from "./text-findings.js";

interface RowsToLookAt {
  /** Rows of the file. */
  totalRows: number;
  columns: readonly ReadColumn[];
  sampling: SamplingMethod;
}

/** Finds which of the rows in use belong together, and what stands out in their values, in at most ROW_LIMIT of them. */
export async function queryFindings(
  database: Database,
  path: string,
  { totalRows, columns, sampling }: RowsToLookAt,
): Promise<{ table: Table; found: Pick<DataCheck, "row_structure" | "copied_rows" | "findings"> }> {
  const parquet = await openParquetTable(database, path);
  const table = await readRowsToCheck(database, parquet, sampling);
  const read = await withOtherTexts(database, { parquet, table, columns });
  const { nrow } = table;
  const rows = {
    totalRows,
    population: populationSize(sampling, { nrow, totalRows }),
    rowsInUse: populationSize(sampling, { nrow, totalRows: parquet.totalRows }),
  };
  const { structure, findings } = findFindings(table, rows, read);
  const isWhole = parquet.columns.length <= MAX_CHECKED_COLUMNS && table.nrow > 0 && table.nrow === parquet.totalRows;
  const found = {
    ...(structure && { row_structure: structure }),
    ...(isWhole && { copied_rows: table.nrow - rowsWithoutCopies(table).length }),
    findings,
  };
  return { table, found };
}

/**
 * Adds a text that is no number to columns whose rows here all look like numbers. It is among the other rows, and made text of the
 * column.
 */
async function withOtherTexts(
  database: Database,
  { parquet, table, columns }: { parquet: ParquetTable; table: Table; columns: readonly ReadColumn[] },
): Promise<ReadColumn[]> {
  const unexplained = new Set(table.columns.filter(isReadableThroughout).map(({ name }) => name));
  const others = new Map<string, string>();
  for (const { name, identifier } of parquet.columns.filter(({ name }) => unexplained.has(name))) {
    const isOther = `${identifier} IS NOT NULL AND TRY_CAST(${identifier} AS DOUBLE) IS NULL`;
    const [found] = await database.rows(`SELECT ${identifier} FROM read_parquet($1) WHERE ${isOther} LIMIT 1`, [parquet.path]);
    if (found) others.set(name, String(found[0]));
  }
  return columns.map((column) => ({ ...column, ...(others.has(column.name) && { otherText: others.get(column.name) }) }));
}

/** Reads what findings are sought in: the first columns of the rows in use, or of a sample of them where all rows are in use. */
export async function readRowsToCheck(database: Database, parquet: ParquetTable, sampling: SamplingMethod): Promise<Table> {
  const columns = parquet.columns.slice(0, MAX_CHECKED_COLUMNS).map(({ name }) => name);
  return await queryTable(database, parquet, { sampling: samplingToCheck(sampling), columns });
}
