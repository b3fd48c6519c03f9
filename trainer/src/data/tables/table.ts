import type { ColumnType } from "@agatha/contracts";
import { takeNumbers } from "../../numeric/take-numbers.js";

/** Numeric or date column: numbers, or milliseconds since the epoch; NaN where missing. */
export interface NumberColumn {
  readonly name: string;
  readonly type: "n" | "d";
  readonly values: Float64Array;
}

/** Text column: each row's index into `levels`, -1 where missing. */
export interface TextColumn {
  readonly name: string;
  readonly type: "s";
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

export type Column = NumberColumn | TextColumn;

/** Table in memory, column by column. All columns have length `nrow`, and names are unique. Immutable. */
export interface Table {
  readonly nrow: number;
  readonly columns: readonly Column[];
}

/** Returns one table of the columns of `parts`, which have the same rows. */
export const joinColumns = (parts: readonly Table[]): Table => ({
  nrow: parts[0]?.nrow ?? 0,
  columns: parts.flatMap(({ columns }) => columns),
});

/** Returns the column of the name; undefined if the table has none. */
export function findColumn(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name);
}

/** Returns a column that the caller knows to exist. Throws an Error when it does not. */
export function requireColumn(table: Table, name: string): Column {
  const column = findColumn(table, name);
  if (!column) throw new Error(`the table has no column ${name}`);
  return column;
}

/** Returns true if the column has no value in the row. */
export function isMissing(column: Column, row: number): boolean {
  return column.type === "s" ? column.codes[row] < 0 : Number.isNaN(column.values[row]);
}

/** Returns the values of a column of numbers. Throws an Error when there is none of this name. */
export function requireNumbers(table: Table, name: string): Float64Array {
  const column = requireColumn(table, name);
  if (column.type !== "n") throw new Error(`${name} holds no numbers`);
  return column.values;
}

/** Returns the values of a column of times or of numbers. Throws an Error when there is none of this name. */
export function requireTimes(table: Table, name: string): Float64Array {
  const column = requireColumn(table, name);
  if (column.type === "s") throw new Error(`${name} is text`);
  return column.values;
}

/** Returns true if some number of the column is not whole. */
export const hasFractions = ({ values }: NumberColumn): boolean =>
  values.some((value) => Number.isFinite(value) && !Number.isInteger(value));

/** Returns the rows with these indices, in their order. */
export function takeRows(table: Table, rows: ArrayLike<number>): Table {
  return { nrow: rows.length, columns: table.columns.map((column) => takeColumnRows(column, rows)) };
}

/** Returns rows `start` to `end` without copying them. */
export function sliceRows(table: Table, start: number, end: number): Table {
  const columns = table.columns.map(
    (column): Column =>
      column.type === "s"
        ? { ...column, codes: column.codes.subarray(start, end) }
        : { ...column, values: column.values.subarray(start, end) },
  );
  return { nrow: Math.min(end, table.nrow) - start, columns };
}

/** Returns the column with these rows, by index from 0, in this order. A row may occur more than once. */
export function takeColumnRows(column: Column, rows: ArrayLike<number>): Column {
  if (column.type === "s") {
    const codes = new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]];
    return { ...column, codes };
  }
  return { ...column, values: takeNumbers(column.values, rows) };
}

/** Returns a column in which every value is missing: code -1 in text, NaN in numbers and times. */
export function missingColumn(name: string, type: ColumnType, nrow: number): Column {
  return type === "s"
    ? { name, type, codes: new Int32Array(nrow).fill(-1), levels: [] }
    : { name, type, values: new Float64Array(nrow).fill(Number.NaN) };
}
