import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { DuckDBResult } from "@duckdb/node-api";
import type { Database } from "../tables/database.js";
import { columnValueSql } from "../tables/parquet-table.js";
import type { Table } from "../tables/table.js";
import { type RelationColumn, ROW_ORDER } from "./relation.js";
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
  return await withOverflowErrors(async () => {
    const [[total]] = await database.rows(`${extraction.withClause} SELECT count(*)::DOUBLE FROM ${rows}`, values);
    if (total === 0) throw noRowsLeft();
    const bounds = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
    const page = `${extraction.withClause} SELECT ${selectList(columns)} FROM ${rows} ORDER BY ${ROW_ORDER} ${bounds}`;
    return { rows: await database.rows(page, [...values, BigInt(limit), BigInt(start)]), total: total as number };
  });
}

/** Returns all rows, in the form of queryPage; there may be none. Throws InvalidInput (dataExtraction). */
export function queryAllRows(database: Database, { withClause: steps, rows, columns, values }: EditQuery): Promise<unknown[][]> {
  return withOverflowErrors(() => database.rows(`${steps} SELECT ${selectList(columns)} FROM ${rows} ORDER BY ${ROW_ORDER}`, values));
}

/** Streams all rows of these columns in chunks. Throws InvalidInput (dataExtraction, noRowsLeft). */
export async function streamTable(
  database: Database,
  { withClause: steps, rows, values }: EditQuery,
  columns: readonly RelationColumn[],
  collect: (result: DuckDBResult) => Promise<Table>,
): Promise<Table> {
  if (columns.length === 0) return { nrow: 0, columns: [] };
  const table = await withOverflowErrors(async () =>
    collect(await database.stream(`${steps} SELECT ${selectList(columns)} FROM ${rows} ORDER BY ${ROW_ORDER}`, values)),
  );
  if (table.nrow === 0) throw noRowsLeft();
  return table;
}

const selectList = (columns: readonly RelationColumn[]): string =>
  columns.map(({ type, sql }) => columnValueSql({ type, identifier: sql })).join(", ");

export const noRowsLeft = (): InvalidInput =>
  new InvalidInput(ERRORS.noRowsLeft, { path: "", message: "No row is left: loosen or disable a filter" });

/** Turns DuckDB's "Out of Range Error" into InvalidInput (dataExtraction). */
export async function withOverflowErrors<T>(work: () => Promise<T>): Promise<T> {
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
