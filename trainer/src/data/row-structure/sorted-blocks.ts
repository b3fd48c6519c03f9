/** Tables that are sorted by a column: neighbouring rows are alike there for no other reason. */
import type { Column, NumberColumn, Table } from "../tables/table.js";
import { columnCodes, combineCodes, type ValueCodes } from "./group-codes.js";

/** Most blocks of a sorted file. A column of more values that is sorted is a measurement or a time. */
const MAX_BLOCKS = 20;

/** Returns true if the numbers rise or fall throughout, or within each block, in more steps than blocks have. */
export function isSorted({ values }: NumberColumn, blocks?: Int32Array): boolean {
  let [rises, falls] = [0, 0];
  let last = Number.NaN;
  for (const [row, value] of values.entries()) {
    if (blocks && blocks[row] !== blocks[row - 1]) last = Number.NaN;
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
 * Returns the block of each row in a table that is sorted by columns of few values, one after the other: within the blocks of the
 * columns before, the rows of each value stand together. Returns undefined where no column sorts the table.
 */
export function blocksOfSort(table: Table): Int32Array | undefined {
  const candidates = table.columns
    .filter(({ type }) => type !== "d")
    .map(columnCodes)
    .filter(({ count }) => count > 1 && count <= MAX_BLOCKS);
  let blocks: ValueCodes = { codes: new Int32Array(table.nrow), count: 1 };
  for (;;) {
    const finer = candidates
      .map((column) => combineCodes(blocks, column))
      .find(({ codes, count }) => count > blocks.count && countRuns(codes) === count);
    if (!finer) return blocks.count > 1 ? blocks.codes : undefined;
    blocks = finer;
  }
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
