import { correlationWithOrder } from "../profiling/association-measures.js";
import { columnCodes } from "../row-structure/group-codes.js";
import type { Column, NumberColumn, Table } from "../tables/table.js";

/** Least rank correlation of a column that drifts with the number of the row. */
const MIN_CORRELATION = 0.5;
const MIN_ROWS = 40;
/** Most blocks of a sorted file. A column of more values that is sorted is a measurement or a time. */
const MAX_BLOCKS = 20;

/**
 * Returns the rank correlation with the row number of each column of numbers that drifts along the order of the rows. Within the
 * blocks of a table that is sorted by a category, the order says nothing about the category; of a table that is sorted by a
 * number, it says nothing more than this number; of series one after another, it says nothing.
 */
export function findDrift(table: Table): Map<string, number> {
  const drift = new Map<string, number>();
  const numbers = table.columns.filter((column): column is NumberColumn => column.type === "n");
  if (table.nrow < MIN_ROWS || numbers.some(isSorted) || hasSeriesOneAfterAnother(table)) return drift;
  const blocks = table.columns.map(blocksOf).filter((codes) => codes !== undefined);
  for (const { name, values } of numbers) {
    const overall = correlationWithRow(values);
    const within = blocks.map((codes) => correlationWithRow(withoutBlockMeans(values, codes)));
    const least = Math.min(...[overall, ...within].map(Math.abs));
    if (least >= MIN_CORRELATION) drift.set(name, overall);
  }
  return drift;
}

/** Returns true if the numbers rise or fall throughout, in more steps than blocks have. */
function isSorted({ values }: NumberColumn): boolean {
  let [rises, falls] = [0, 0];
  let last = Number.NaN;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value > last) rises++;
    if (value < last) falls++;
    if (rises > 0 && falls > 0) return false;
    last = value;
  }
  return rises + falls >= MAX_BLOCKS;
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

const countRuns = (codes: Int32Array): number => codes.reduce((sum, code, row) => sum + (row > 0 && code !== codes[row - 1] ? 1 : 0), 1);

/** Returns the block of each row if the table is sorted by the column. */
function blocksOf(column: Column): Int32Array | undefined {
  if (column.type === "d") return undefined;
  const { codes, count } = columnCodes(column);
  if (count < 2 || count > MAX_BLOCKS) return undefined;
  return countRuns(codes) === count ? codes : undefined;
}

function withoutBlockMeans(values: Float64Array, blocks: Int32Array): Float64Array {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [row, block] of blocks.entries()) {
    if (Number.isNaN(values[row])) continue;
    const { sum, count } = sums.get(block) ?? { sum: 0, count: 0 };
    sums.set(block, { sum: sum + values[row], count: count + 1 });
  }
  return values.map((value, row) => {
    const { sum, count } = sums.get(blocks[row]) ?? { sum: 0, count: 1 };
    return value - sum / count;
  });
}

function correlationWithRow(values: Float64Array): number {
  return values.filter(Number.isFinite).length < MIN_ROWS ? 0 : correlationWithOrder(values);
}
