import type { Database } from "../../tables/database.js";
import { unpivotSql } from "../../tables/unpivot.js";
import { type CsvSource, csvColumnName, readCsvClause, toCsvInputError } from "../csv/csv-source.js";
import { HEAD_ROWS } from "./query-formats.js";

/** Columns per statement, to bound DuckDB's memory for intermediate values. */
const COLUMNS_PER_QUERY = 100;

interface ColumnConditions {
  columns: readonly number[];
  /** Rows that the head of the file has. */
  headRows?: number;
  inHead(value: string): string;
  inAllRows(value: string): string;
}

/**
 * Returns those of the columns that meet a condition over all rows. Only columns that meet the weaker condition of the head of the file
 * cost a pass. Throws InvalidInput at a malformed record.
 */
export async function columnsThatMeet(
  database: Database,
  source: CsvSource,
  { columns, headRows = HEAD_ROWS, inHead, inAllRows }: ColumnConditions,
): Promise<Set<number>> {
  const { from } = readCsvClause(source);
  const likely = await among(database, source, { columns, rows: `(SELECT * FROM ${from} LIMIT ${headRows})`, condition: inHead });
  return new Set(await among(database, source, { columns: likely, rows: from, condition: inAllRows }));
}

/** Returns the columns that meet the condition over the rows. Throws InvalidInput at a malformed record. */
async function among(
  database: Database,
  source: CsvSource,
  { columns, rows, condition }: { columns: readonly number[]; rows: string; condition(value: string): string },
): Promise<number[]> {
  const found: number[] = [];
  for (let first = 0; first < columns.length; first += COLUMNS_PER_QUERY) {
    const part = columns.slice(first, first + COLUMNS_PER_QUERY);
    const cells = unpivotSql(part.map(csvColumnName), rows);
    const statement = `SELECT c FROM ${cells} GROUP BY c HAVING ${condition("x")} ORDER BY c`;
    const meeting = await database.rows(statement, [source.path]).catch((error: unknown) => {
      throw toCsvInputError(error, source);
    });
    found.push(...meeting.map(([place]) => part[Number(place)]));
  }
  return found;
}
