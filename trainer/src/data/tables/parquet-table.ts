import type { ColumnType, SamplingMethod } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";
import type { Database } from "./database.js";
import { HEADERS_KEY, ROW_NUMBER_COLUMN } from "./parquet-names.js";
import { type RowSelection, selectRows } from "./sampling.js";
import { quoteIdentifier } from "./sql.js";

const COLUMN_TYPES: Record<string, ColumnType> = { DOUBLE: "n", VARCHAR: "s", TIMESTAMP: "d" };

export interface ParquetColumn {
  /** Name in the ingested file. */
  name: string;
  type: ColumnType;
  /** Quoted SQL identifier. */
  identifier: string;
}

/** Description that a Parquet file of the ingest step has in its metadata. */
export interface ParquetTable {
  path: string;
  columns: ParquetColumn[];
  totalRows: number;
}

/** Opens a table that ingestion wrote: its columns have the names of the uploaded file, which the Parquet file's metadata hold. */
export async function openParquetTable(database: Database, path: string): Promise<ParquetTable> {
  const [[headers]] = await database.rows("SELECT decode(value) FROM parquet_kv_metadata($1) WHERE decode(key) = $2", [path, HEADERS_KEY]);
  const names = JSON.parse(headers as string) as string[];
  const described = await database.rows("DESCRIBE SELECT * FROM read_parquet($1)", [path]);
  const [[totalRows]] = await database.rows("SELECT num_rows::DOUBLE FROM parquet_file_metadata($1)", [path]);
  const columns = described.map(([name, type], index) => ({
    name: names[index],
    type: COLUMN_TYPES[type as string],
    identifier: quoteIdentifier(name as string),
  }));
  return { path, columns, totalRows: totalRows as number };
}

/** FROM clause, and the values to bind as $1, $2 … in a statement without others. */
export interface RowSource {
  from: string;
  values: DuckDBValue[];
}

/** Returns the rows of a selection in file order. */
export function selectionSource(table: ParquetTable, selection: RowSelection): RowSource {
  if (selection.kind === "range") {
    const whole = selection.start === 0 && selection.count === table.totalRows;
    if (whole) return { from: "read_parquet($1)", values: [table.path] };
    return {
      from: "(SELECT * FROM read_parquet($1) LIMIT $2 OFFSET $3)",
      values: [table.path, BigInt(selection.count), BigInt(selection.start)],
    };
  }
  return {
    from: `(SELECT * FROM read_parquet($1, ${ROW_NUMBER_COLUMN} = true) WHERE ${ROW_NUMBER_COLUMN} IN (SELECT unnest($2::VARCHAR::JSON::BIGINT[])) ORDER BY ${ROW_NUMBER_COLUMN})`,
    values: [table.path, JSON.stringify(Array.from(selection.rows))],
  };
}

/** Returns the rows in use. */
export function sampledRowSource(table: ParquetTable, sampling: SamplingMethod): RowSource {
  return selectionSource(table, selectRows(sampling, table.totalRows));
}

/** Returns the column as DOUBLE (dates in milliseconds since the epoch) or VARCHAR. */
export function columnValueSql({ type, identifier }: Pick<ParquetColumn, "type" | "identifier">): string {
  return type === "d" ? `epoch_ms(${identifier})::DOUBLE` : identifier;
}
