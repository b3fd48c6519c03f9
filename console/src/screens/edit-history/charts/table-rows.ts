/** Rows of a table, column by column. */
import type { RowsAnswer } from "@agatha/contracts/wire";
import type { StepColumn } from "../../../step-columns/step-columns.js";

export interface TableRows {
  rows: RowsAnswer["data"];
  /** In the order of the cells. */
  columns: readonly StepColumn[];
  /** Number of rows in the table. Charts may use fewer. */
  total: number;
}

/** Values of a numeric or time column, times in milliseconds; null for missing values. */
export function numericColumn({ rows, columns }: TableRows, name: string): (number | null)[] {
  const place = columns.findIndex((column) => column.name === name);
  const isTime = columns[place]?.type === "d";
  return rows.map((cells) => {
    const cell = cells[place];
    if (cell === null || cell === undefined) return null;
    const number = isTime && typeof cell === "string" ? Date.parse(cell) : Number(cell);
    return Number.isFinite(number) ? number : null;
  });
}

/** Returns the number of rows that lack a value in at least one of the columns. */
export function countRowsLacking({ rows, columns }: TableRows, names: readonly string[]): number {
  const places = names.map((name) => columns.findIndex((column) => column.name === name));
  return rows.filter((cells) => places.some((place) => cells[place] == null)).length;
}

/** Returns the values of a column as texts, one a row; null where a value is missing. */
export function textColumn({ rows, columns }: TableRows, name: string): (string | null)[] {
  const place = columns.findIndex((column) => column.name === name);
  return rows.map((cells) => {
    const cell = cells[place];
    return cell === null || cell === undefined ? null : String(cell);
  });
}

interface RowGroup {
  name: string;
  /** Indices of the group's rows. */
  rows: number[];
}

/**
 * Groups rows by a text column, the most frequent first. Returns at most `most` groups and leaves out the other rows. Without a
 * column all rows are one group.
 */
export function groupRows(table: TableRows, by: string | null, most: number): RowGroup[] {
  if (by === null) return [{ name: "", rows: table.rows.map((_cells, row) => row) }];
  const groups = new Map<string, number[]>();
  for (const [row, text] of textColumn(table, by).entries()) {
    if (text === null) continue;
    const rows = groups.get(text);
    if (rows) rows.push(row);
    else groups.set(text, [row]);
  }
  return [...groups]
    .map(([name, rows]) => ({ name, rows }))
    .sort((one, other) => other.rows.length - one.rows.length)
    .slice(0, most);
}
