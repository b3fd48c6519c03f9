/** Tables that are sorted by a column: neighbouring rows are alike there for no other reason. */
import type { Column, NumberColumn } from "../tables/table.js";
import { columnCodes } from "./group-codes.js";

/** Most blocks of a sorted file. A column of more values that is sorted is a measurement or a time. */
const MAX_BLOCKS = 20;
/** Of a category in a table that is sorted by another one first. */
const MIN_CATEGORIES = 3;
const MAX_RUNS_PER_CATEGORY = 2;
const MAX_RUNS = 40;

/** Returns true if the numbers rise or fall throughout, in more steps than blocks have. */
export function isSorted({ values }: NumberColumn): boolean {
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

/** Returns the block of each row if the table is sorted by the column, in few blocks. */
export function sortedBlocks(column: Column): Int32Array | undefined {
  if (column.type === "d") return undefined;
  const { codes, count } = columnCodes(column);
  if (count < 2 || count > MAX_BLOCKS) return undefined;
  return countRuns(codes) === count ? codes : undefined;
}

/**
 * Returns the runs of a category by which the table is sorted, in few runs: after another category, each value has a run for each of
 * its values.
 */
export function sortedRuns(column: Column): Int32Array | undefined {
  if (column.type !== "s") return sortedBlocks(column);
  const { codes, count } = columnCodes(column);
  const runs = countRuns(codes);
  if (count < MIN_CATEGORIES || runs > MAX_RUNS_PER_CATEGORY * count || runs > MAX_RUNS) return sortedBlocks(column);
  let run = 0;
  return codes.map((code, row) => (row > 0 && code !== codes[row - 1] ? ++run : run));
}

/** Returns the number of runs of equal neighbours. */
export function countRuns(codes: Int32Array): number {
  return codes.reduce((sum, code, row) => sum + (row > 0 && code !== codes[row - 1] ? 1 : 0), 1);
}

/** Returns the values minus the mean of their block. */
export function withoutBlockMeans(values: Float64Array, blocks: Int32Array): Float64Array {
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
