import type { Database } from "../tables/database.js";
import { HEADERS_KEY, parquetNames } from "../tables/parquet-names.js";
import { quoteIdentifier, quoteLiteral } from "../tables/sql.js";
import { type CsvSource, readCsvClause, toCsvInputError } from "./csv/csv-source.js";

/** Cells per row group. DuckDB collects them before it writes the group, so this bounds memory for wide tables. */
const MAX_CELLS_PER_ROW_GROUP = 1_000_000;
/** Text characters per row group. A column's share of a row group is one piece of memory when it is read. */
const MAX_CHARACTERS_PER_ROW_GROUP = 16_000_000;
const ROW_GROUP_SIZE = { min: 2048, max: 122_880 };

/** Returns the size of row groups for so many columns, and for rows with texts of this mean length. */
export function rowsPerGroup(columns: number, meanTextLength: number): number {
  const fitting = Math.floor(Math.min(MAX_CELLS_PER_ROW_GROUP / columns, MAX_CHARACTERS_PER_ROW_GROUP / meanTextLength));
  return Math.min(ROW_GROUP_SIZE.max, Math.max(ROW_GROUP_SIZE.min, fitting));
}

interface ParquetTarget {
  path: string;
  progress(fraction: number): void;
}

/**
 * Writes all rows in file order to `target.path`, each cell by its SQL, and returns the number of rows. Throws InvalidInput at a
 * malformed record.
 */
export async function writeParquet(database: Database, source: CsvSource, cells: string[], target: ParquetTarget): Promise<number> {
  const { from, path } = readCsvClause(source);
  const names = parquetNames(source.headers);
  const columns = cells.map((cell, index) => `${cell} AS ${quoteIdentifier(names[index])}`);
  const options = [
    "FORMAT parquet",
    "COMPRESSION zstd",
    `ROW_GROUP_SIZE ${rowsPerGroup(cells.length, source.meanLineLength)}`,
    `KV_METADATA {${HEADERS_KEY}: ${quoteLiteral(JSON.stringify(source.headers))}}`,
  ];
  const statement = `COPY (SELECT ${columns.join(", ")} FROM ${from}) TO ${quoteLiteral(target.path)} (${options.join(", ")})`;
  const [[count]] = await database.rowsWithProgress(statement, [path], target.progress).catch((error: unknown) => {
    throw toCsvInputError(error, source);
  });
  return Number(count);
}
