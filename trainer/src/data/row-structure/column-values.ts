import type { ColumnType } from "@agatha/contracts";
import type { Column, Table } from "../tables/table.js";
import { columnCodes, combineCodes, type ValueCodes } from "./group-codes.js";

/** Values of a column as codes, with what the search for groups needs of them. */
export interface ColumnValues extends ValueCodes {
  name: string;
  type: ColumnType;
  /** Whether every number is whole. */
  isWhole: boolean;
  /** Number of rows of each code. */
  sizes: Int32Array;
  /** Probability that two random rows have the same value. */
  agreement: number;
  /** Number of each row; the code of a text; NaN for a missing value. */
  numbers: Float64Array;
}

/** Share of the pairs that agree in some columns and then agree in others too, from which the former imply the latter. */
export const MIN_IMPLIED_AGREEMENT = 0.8;

/** Returns the distinct values of each column as codes, in the order of the columns. */
export function describeColumns(table: Table): ColumnValues[] {
  return table.columns.map(describeColumn);
}

function describeColumn(column: Column): ColumnValues {
  const { codes, count } = columnCodes(column);
  const sizes = countCodes({ codes, count });
  const numbers = column.type === "s" ? Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code)) : column.values;
  return {
    name: column.name,
    type: column.type,
    isWhole: column.type !== "s" && numbers.every((value) => Number.isNaN(value) || Number.isInteger(value)),
    codes,
    count,
    sizes,
    agreement: pairsWithin(sizes) / pairsOf(codes.length),
    numbers,
  };
}

/** Returns the number of pairs of rows of the same group, for groups of these sizes. */
export function pairsWithin(sizes: ArrayLike<number>): number {
  return Array.from(sizes).reduce((sum, size) => sum + pairsOf(size), 0);
}

/** Returns the number of pairs of so many things. */
export function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** Largest table of counts. Beyond it, a map of those that occur is smaller. */
const MAX_COUNTS = 4_000_000;

/** Returns the number of pairs of rows with the same code in both columns. */
export function commonPairs(a: ValueCodes, b: ValueCodes): number {
  if (a.count * b.count > MAX_COUNTS) return pairsWithin(countCodes(combineCodes(a, b)));
  const counts = new Int32Array(a.count * b.count);
  // A row makes a pair with each earlier one of its codes.
  return a.codes.reduce((pairs, code, row) => pairs + counts[code * b.count + b.codes[row]]++, 0);
}

/** Returns the number of rows of each code. */
export function countCodes({ codes, count }: ValueCodes): Int32Array {
  const sizes = new Int32Array(count);
  for (const code of codes) sizes[code]++;
  return sizes;
}
