import type { Database } from "../tables/database.js";
import { HEADERS_KEY, parquetNames } from "../tables/parquet-names.js";
import { quoted, textLiteral } from "../tables/sql.js";
import { type CsvSource, csvRows, recordError } from "./csv-source.js";

/** Cells that DuckDB gathers before it writes a row group: bounds memory for wide tables. */
const CELLS_PER_GROUP = 1_000_000;
/** Of text: a column's share of a row group is one piece of memory when it is read. */
const CHARACTERS_PER_GROUP = 16_000_000;
const ROWS_PER_GROUP = { min: 2048, max: 122_880 };

export interface ParquetTarget {
  path: string;
  progress(fraction: number): void;
}

/** Writes all rows in file order to `target.path`, by the SQL of their cells, and returns how many there are. Throws InvalidInput at a malformed record. */
export async function writeParquet(database: Database, source: CsvSource, cells: string[], target: ParquetTarget): Promise<number> {
  const { from, path } = csvRows(source);
  const names = parquetNames(source.headers);
  const columns = cells.map((cell, index) => `${cell} AS ${quoted(names[index])}`);
  const fitting = Math.floor(Math.min(CELLS_PER_GROUP / cells.length, CHARACTERS_PER_GROUP / source.lineLength));
  const rowsPerGroup = Math.min(ROWS_PER_GROUP.max, Math.max(ROWS_PER_GROUP.min, fitting));
  const options = [
    "FORMAT parquet",
    "COMPRESSION zstd",
    `ROW_GROUP_SIZE ${rowsPerGroup}`,
    `KV_METADATA {${HEADERS_KEY}: ${textLiteral(JSON.stringify(source.headers))}}`,
  ];
  const statement = `COPY (SELECT ${columns.join(", ")} FROM ${from}) TO ${textLiteral(target.path)} (${options.join(", ")})`;
  const [[count]] = await database.watched(statement, [path], target.progress).catch((error: unknown) => {
    throw recordError(error, source.headers);
  });
  return Number(count);
}
