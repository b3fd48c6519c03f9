import { type DataCheck, ROW_LIMIT } from "@agatha/contracts";
import { findRowStructure } from "../row-structure/find-row-structure.js";
import { rowsWithoutCopies } from "../row-structure/group-codes.js";
import type { Database } from "../tables/database.js";
import { openParquetTable } from "../tables/parquet-table.js";
import { queryTable } from "../tables/read-table.js";

/** In more columns the search would take too long and too much memory. */
const MAX_COLUMNS = 200;

/** Finds which rows of the table belong together, and which are copies of others, in at most ROW_LIMIT rows. */
export async function queryRowStructure(database: Database, path: string): Promise<Pick<DataCheck, "row_structure" | "copied_rows">> {
  const parquet = await openParquetTable(database, path);
  const table = await queryTable(database, parquet, {
    sampling: parquet.totalRows > ROW_LIMIT ? "random" : "raw",
    columns: parquet.columns.slice(0, MAX_COLUMNS).map(({ name }) => name),
  });
  const structure = findRowStructure(table);
  const isWhole = parquet.columns.length <= MAX_COLUMNS && table.nrow > 0;
  return {
    ...(structure && { row_structure: structure }),
    ...(isWhole && { copied_rows: table.nrow - rowsWithoutCopies(table).length }),
  };
}
