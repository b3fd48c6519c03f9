import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { DuckDBResult } from "@duckdb/node-api";
import { COLUMNS_PER_STATEMENT, readColumnGroups, readRowsByColumnGroups } from "../tables/column-groups.js";
import type { Database } from "../tables/database.js";
import { columnValueSql } from "../tables/parquet-table.js";
import { joinColumns, type Table } from "../tables/table.js";
import type { RelationColumn } from "./relation.js";
import type { EditQuery } from "./translate-to-sql.js";

/**
 * Returns rows `start` to `start + limit`, with dates in milliseconds, and the total number of rows. Throws InvalidInput
 * (dataExtraction, noRowsLeft).
 */
export async function queryPage(
  database: Database,
  extraction: EditQuery,
  { start, limit }: { start: number; limit: number },
): Promise<{ rows: unknown[][]; total: number }> {
  const { rows, columns, values } = extraction;
  return await withResultErrors(async () => {
    const [[total]] = await database.rows(`${extraction.countClause} SELECT count(*)::DOUBLE FROM ${rows}`, values);
    if (total === 0) throw noRowsLeft();
    const bounds = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
    const clause = extraction.pageClause(bounds);
    const page = (group: readonly RelationColumn[]) => `${clause} SELECT ${selectList(group)} FROM ${rows} ${extraction.orderBy}`;
    const data = await readRowsByColumnGroups(columns, (group) => database.rows(page(group), [...values, BigInt(limit), BigInt(start)]));
    return { rows: data, total: total as number };
  });
}

/**
 * Returns all rows, in the form of queryPage; there may be none. Reads all columns at once, which is fastest, or in groups if memory
 * is short. Throws InvalidInput (dataExtraction).
 */
export async function queryAllRows(
  database: Database,
  { withClause: steps, rows, columns, orderBy, values }: EditQuery,
): Promise<unknown[][]> {
  const read = (group: readonly RelationColumn[]) => database.rows(`${steps} SELECT ${selectList(group)} FROM ${rows} ${orderBy}`, values);
  return await withOverflowErrors(async () => {
    try {
      return await read(columns);
    } catch (error) {
      if (!isOutOfMemory(error) || columns.length <= COLUMNS_PER_STATEMENT) throw error;
      return await readRowsByColumnGroups(columns, read);
    }
  });
}

/**
 * Streams all rows of these columns in chunks; `collect` makes a table of each group of columns. Throws InvalidInput
 * (dataExtraction, noRowsLeft).
 */
export async function streamTable(
  database: Database,
  { withClause: steps, rows, orderBy, values }: EditQuery,
  columns: readonly RelationColumn[],
  collect: (result: DuckDBResult, columns: readonly RelationColumn[]) => Promise<Table>,
): Promise<Table> {
  if (columns.length === 0) return { nrow: 0, columns: [] };
  const read = async (group: readonly RelationColumn[]) =>
    collect(await database.stream(`${steps} SELECT ${selectList(group)} FROM ${rows} ${orderBy}`, values), group);
  const table = joinColumns(await withResultErrors(() => readColumnGroups(columns, read)));
  if (table.nrow === 0) throw noRowsLeft();
  return table;
}

const selectList = (columns: readonly RelationColumn[]): string =>
  columns.map(({ type, sql }) => columnValueSql({ type, identifier: sql })).join(", ");

/** Error of edits after which no row is left. */
export const noRowsLeft = (): InvalidInput =>
  new InvalidInput(ERRORS.noRowsLeft, { path: "", message: "No row is left: loosen or disable a filter" });

/** Turns DuckDB's "Out of Range Error" and "Out of Memory Error" into InvalidInput (dataExtraction). */
export async function withResultErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withOverflowErrors(work);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    throw new InvalidInput(ERRORS.dataExtraction, {
      path: "",
      message:
        "The steps need more memory than there is for them: disable some, or save the result of the first ones as a dataset and apply the others there",
    });
  }
}

/** Returns true for DuckDB's "Out of Memory Error". */
export const isOutOfMemory = (error: unknown): boolean => error instanceof Error && error.message.startsWith("Out of Memory");

/** Turns DuckDB's "Out of Range Error" into InvalidInput (dataExtraction). */
async function withOverflowErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Out of Range Error"))) throw error;
    throw new InvalidInput(ERRORS.dataExtraction, {
      path: "",
      message: "A result is beyond what numbers can hold: filter the rows with the largest ones",
    });
  }
}
