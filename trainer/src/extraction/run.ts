import { InvalidInput } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { plainValue } from "../tables/parquet-table.js";
import { ORDER } from "./statement.js";
import type { Extraction } from "./translate.js";

/** Rows `start` to `start + limit`, with dates in milliseconds, and how many there are. Throws InvalidInput (010405, 010409). */
export async function extractedRows(
  database: Database,
  extraction: Extraction,
  { start, limit }: { start: number; limit: number },
): Promise<{ rows: unknown[][]; total: number }> {
  const { rows, columns, values } = extraction;
  const listed = columns.map(({ type, sql }) => plainValue({ type, identifier: sql })).join(", ");
  const [[total]] = await run(database, `${extraction.with} SELECT count(*)::DOUBLE FROM ${rows}`, values);
  if (total === 0) throw new InvalidInput("010409", { path: "", message: "No row is left: loosen or disable a filter" });
  const bounds = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const page = `${extraction.with} SELECT ${listed} FROM ${rows} ORDER BY ${ORDER} ${bounds}`;
  return { rows: await run(database, page, [...values, BigInt(limit), BigInt(start)]), total: total as number };
}

async function run(database: Database, sql: string, values: Extraction["values"]): Promise<unknown[][]> {
  try {
    return await database.rows(sql, values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Out of Range Error"))) throw error;
    throw new InvalidInput("010405", {
      path: "",
      message: "A result is beyond what numbers can hold: filter the rows with the largest ones",
    });
  }
}
