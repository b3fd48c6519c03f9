import { dirname } from "node:path";
import { ERRORS, NotFound, type SamplingMethod } from "@agatha/contracts";
import type { DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import { readColumnGroups } from "./column-groups.js";
import { type Database, openDatabase } from "./database.js";
import { columnValueSql, openParquetTable, type ParquetColumn, type ParquetTable, sampledRowSource } from "./parquet-table.js";
import { type Column, joinColumns, type Table } from "./table.js";

interface ReadTableOptions {
  /** Sampling method that selects the rows of the file. */
  sampling: SamplingMethod;
  /** Names of the columns, in the wanted order; left out, all in file order. Unknown names throw NotFound. */
  columns?: readonly string[];
  signal?: AbortSignal;
}

const MEMORY_MIB = 128;

/** Reads the rows in use of an ingested table into memory. */
export async function readTable(path: string, options: ReadTableOptions): Promise<Table> {
  const database = await openDatabase({ directories: [dirname(path)], memoryMiB: MEMORY_MIB, threads: 1, signal: options.signal });
  try {
    return await queryTable(database, await openParquetTable(database, path), options);
  } finally {
    await database.close();
  }
}

/** Same as readTable, for a table that is already open. */
export async function queryTable(database: Database, parquet: ParquetTable, options: Omit<ReadTableOptions, "signal">): Promise<Table> {
  const columns = options.columns?.map((name) => requireColumn(parquet.columns, name)) ?? parquet.columns;
  const source = sampledRowSource(parquet, options.sampling);
  if (columns.length === 0) return { nrow: 0, columns: [] };
  const read = async (group: readonly ParquetColumn[]) =>
    collectTable(await database.stream(`SELECT ${group.map(columnValueSql).join(", ")} FROM ${source.from}`, source.values), group);
  return joinColumns(await readColumnGroups(columns, read));
}

function requireColumn(columns: readonly ParquetColumn[], name: string): ParquetColumn {
  const found = columns.find((column) => column.name === name);
  if (!found) throw new NotFound(`the table has no column ${JSON.stringify(name)}`, ERRORS.columnName);
  return found;
}

/** Collects the rows of a statement into a table. The statement has one column of plain values for each of `columns`. */
export async function collectTable(result: DuckDBResult, columns: readonly Pick<ParquetColumn, "name" | "type">[]): Promise<Table> {
  const collectors = columns.map((column) =>
    column.type === "s" ? new TextCollector(column.name) : new NumberCollector(column.name, column.type),
  );
  let nrow = 0;
  for await (const chunk of result) {
    nrow += chunk.rowCount;
    for (const [index, collector] of collectors.entries()) collector.append(chunk, index);
  }
  const read: Column[] = [];
  // The array of a collector is free before the next one is copied.
  for (let next = collectors.shift(); next; next = collectors.shift()) read.push(next.finish(nrow));
  return { nrow, columns: read };
}

/** Array that doubles when full: the number of rows is known only at the end of the stream. */
class NumberCollector {
  private values = new Float64Array(2048);
  private length = 0;
  constructor(
    private readonly name: string,
    private readonly type: "n" | "d",
  ) {}

  append(chunk: DuckDBDataChunk, index: number): void {
    const items = chunk.getColumnValues(index) as (number | null)[];
    this.values = growArray(this.values, this.length + items.length);
    for (const item of items) this.values[this.length++] = item ?? Number.NaN;
  }

  finish(nrow: number): Column {
    return { name: this.name, type: this.type, values: this.values.slice(0, nrow) };
  }
}

/** Text values as codes; levels are in order of first appearance. */
class TextCollector {
  private codes = new Int32Array(2048);
  private length = 0;
  private readonly codeOf = new Map<string, number>();
  constructor(private readonly name: string) {}

  append(chunk: DuckDBDataChunk, index: number): void {
    const items = chunk.getColumnValues(index) as (string | null)[];
    this.codes = growArray(this.codes, this.length + items.length);
    for (const item of items) this.codes[this.length++] = item === null ? -1 : this.code(item);
  }

  private code(text: string): number {
    const known = this.codeOf.get(text);
    if (known !== undefined) return known;
    this.codeOf.set(text, this.codeOf.size);
    return this.codeOf.size - 1;
  }

  finish(nrow: number): Column {
    return { name: this.name, type: "s", codes: this.codes.slice(0, nrow), levels: [...this.codeOf.keys()] };
  }
}

function growArray<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
