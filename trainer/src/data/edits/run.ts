import { InvalidInput } from "@agatha/contracts";
import type { DuckDBResult } from "@duckdb/node-api";
import type { Database } from "../tables/database.js";
import { plainValue } from "../tables/parquet-table.js";
import type { Table } from "../tables/table.js";
import { ORDER, type StepColumn } from "./statement.js";
import type { Extraction } from "./translate.js";

/** Rows `start` to `start + limit`, with dates in milliseconds, and how many there are. Throws InvalidInput (010405, 010409). */
export async function extractedRows(
  database: Database,
  extraction: Extraction,
  { start, limit }: { start: number; limit: number },
): Promise<{ rows: unknown[][]; total: number }> {
  const { rows, columns, values } = extraction;
  return await told(async () => {
    const [[total]] = await database.rows(`${extraction.with} SELECT count(*)::DOUBLE FROM ${rows}`, values);
    if (total === 0) throw nothingLeft();
    const bounds = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
    const page = `${extraction.with} SELECT ${listed(columns)} FROM ${rows} ORDER BY ${ORDER} ${bounds}`;
    return { rows: await database.rows(page, [...values, BigInt(limit), BigInt(start)]), total: total as number };
  });
}

/** All rows, as those of extractedRows; there may be none. Throws InvalidInput (010405). */
export function allRows(database: Database, { with: steps, rows, columns, values }: Extraction): Promise<unknown[][]> {
  return told(() => database.rows(`${steps} SELECT ${listed(columns)} FROM ${rows} ORDER BY ${ORDER}`, values));
}

/** All rows of these columns, one stretch after the other. Throws InvalidInput (010405, 010409). */
export async function streamedRows(
  database: Database,
  { with: steps, rows, values }: Extraction,
  columns: readonly StepColumn[],
  collect: (result: DuckDBResult) => Promise<Table>,
): Promise<Table> {
  if (columns.length === 0) return { nrow: 0, columns: [] };
  const table = await told(async () =>
    collect(await database.stream(`${steps} SELECT ${listed(columns)} FROM ${rows} ORDER BY ${ORDER}`, values)),
  );
  if (table.nrow === 0) throw nothingLeft();
  return table;
}

const listed = (columns: readonly StepColumn[]): string => columns.map(({ type, sql }) => plainValue({ type, identifier: sql })).join(", ");

export const nothingLeft = (): InvalidInput =>
  new InvalidInput("010409", { path: "", message: "No row is left: loosen or disable a filter" });

/** What the rows themselves make impossible. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Out of Range Error"))) throw error;
    throw new InvalidInput("010405", {
      path: "",
      message: "A result is beyond what numbers can hold: filter the rows with the largest ones",
    });
  }
}
