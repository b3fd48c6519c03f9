import { rangeOf } from "../../numeric/statistics.js";
import { areYears } from "../column-names/time-names.js";
import { correlationWithOrder } from "../profiling/association-measures.js";
import { columnCodes } from "../row-structure/group-codes.js";
import { countRuns, isSorted, sortedBlocks, withoutBlockMeans } from "../row-structure/sorted-blocks.js";
import type { NumberColumn, Table } from "../tables/table.js";

/** Least rank correlation of a column that drifts with the number of the row. */
const MIN_CORRELATION = 0.5;
const MIN_ROWS = 40;

/**
 * Returns the rank correlation with the row number of each column of numbers that drifts along the order of the rows. Within the
 * blocks of a table that is sorted by a category, the order says nothing about the category; of a table that is sorted by a
 * number, it says nothing more than this number; of series one after another, it says nothing. Years are times, which do not drift.
 */
export function findDrift(table: Table): Map<string, number> {
  const drift = new Map<string, number>();
  const numbers = table.columns.filter((column): column is NumberColumn => column.type === "n" && !isYear(column));
  if (table.nrow < MIN_ROWS || numbers.some((column) => isSorted(column)) || hasSeriesOneAfterAnother(table)) return drift;
  const blocks = table.columns.map(sortedBlocks).filter((codes) => codes !== undefined);
  for (const { name, values } of numbers) {
    const overall = correlationWithRow(values);
    const within = blocks.map((codes) => correlationWithRow(withoutBlockMeans(values, codes)));
    const least = Math.min(...[overall, ...within].map(Math.abs));
    if (least >= MIN_CORRELATION) drift.set(name, overall);
  }
  return drift;
}

function isYear({ name, values }: NumberColumn): boolean {
  const present = values.filter(Number.isFinite);
  return present.every(Number.isInteger) && areYears(name, rangeOf(present));
}

/** Least mean number of rows of a series. */
const MIN_SERIES_ROWS = 3;

/**
 * Returns true if a column of times runs in one direction from row to row, and begins again where another column, which names the
 * series, changes its value.
 */
function hasSeriesOneAfterAnother({ nrow, columns }: Table): boolean {
  const names = columns.filter(({ type }) => type !== "d").map((column) => columnCodes(column).codes);
  return columns.some((column) => {
    if (column.type === "s") return false;
    const begins = beginsAgain(column.values);
    return (
      begins.length > 0 &&
      nrow >= MIN_SERIES_ROWS * (begins.length + 1) &&
      names.some((codes) => begins.every((row) => codes[row] !== codes[row - 1]) && countRuns(codes) === begins.length + 1)
    );
  });
}

/** Returns the rows at which values that else rise, or else fall, step back. Equal values and missing ones are no step. */
function beginsAgain(values: Float64Array): Int32Array {
  const step = (row: number) => Math.sign(values[row] - values[row - 1]) || 0;
  const rows = Int32Array.from(values.keys()).subarray(1);
  const direction = Math.sign(rows.reduce((sum, row) => sum + step(row), 0)) || 1;
  return rows.filter((row) => step(row) === -direction);
}

function correlationWithRow(values: Float64Array): number {
  return values.filter(Number.isFinite).length < MIN_ROWS ? 0 : correlationWithOrder(values);
}
