import { copyNumbers } from "../copy-numbers.js";
import type { Matrix } from "../matrix.js";
import { roundUp } from "../round-up.js";
import { threadLimit } from "../threads/pool.js";

/** Rows of a part are a multiple of this. */
const ROW_GROUP = 8;
/** Products of a part, which take about 0.1 ms. */
const PART_PRODUCTS = 2 ** 18;
/** Numbers of a cache line. */
const LINE_NUMBERS = 8;
/** Fewest and most numbers of a prediction's block. New memory takes longer to write, so a block is small if one thread works. */
const MIN_NUMBERS = 2 ** 15;
const MAX_NUMBERS = 2 ** 19;
/** Products of a block that several threads share: enough for them to help (../threads/pool.ts). */
const SHARED_PRODUCTS = 32 * PART_PRODUCTS;
/** Fewest products with each number for which threads pay off: copying the number takes as long as some of them. */
const MIN_USES_FOR_THREADS = 16;

export interface RowBlockShape {
  /** Capacity in rows. */
  rows: number;
  width: number;
}

/** Returns whether one thread predicts alone: no other may help, or it would not pay off. */
export function predictsAlone(uses: number): boolean {
  return threadLimit() === 1 || uses < MIN_USES_FOR_THREADS;
}

/** Returns how many rows of a prediction to load at once. The kernel computes `uses` products with each number. */
export function predictionRows(width: number, uses: number): number {
  const numbers = predictsAlone(uses) ? MIN_NUMBERS : Math.max(MIN_NUMBERS, Math.min(MAX_NUMBERS, SHARED_PRODUCTS / uses));
  return roundUp(Math.max(1, numbers / Math.max(1, width)), ROW_GROUP);
}

/** Returns the bytes of one number for each row of a block; a block of rows takes that many for each column. */
export function columnBytes(rows: number): number {
  return Float64Array.BYTES_PER_ELEMENT * columnNumbers(rows);
}

/** An odd number of cache lines, so that the columns of a row are in different sets of the L1 cache. */
function columnNumbers(rows: number): number {
  return LINE_NUMBERS * (Math.ceil(rows / LINE_NUMBERS) | 1);
}

/** Arguments of `callParts` for an export that takes rows, in this order. */
export type RowParts = [parts: number, partRows: number, from: number, to: number, stride: number];

/** Rows in a kernel's memory, column by column. The threads read them there, each a part at a time (assembly/row-block.ts). */
export class RowBlock {
  private readonly values: Float64Array;
  private readonly partRows: number;
  private stride = 0;

  /** The kernel computes `uses` products with each number. */
  constructor(buffer: ArrayBuffer | SharedArrayBuffer, address: number, { rows, width }: RowBlockShape, uses: number) {
    this.values = new Float64Array(buffer, address, width * columnNumbers(rows));
    this.partRows = roundUp(PART_PRODUCTS / Math.max(1, width * uses), ROW_GROUP);
  }

  /** Loads the rows from `from` to before `to`, which become rows 0 to `to − from`. Returns the arguments for all of them. */
  load({ columns }: Matrix, from: number, to: number): RowParts {
    const { values } = this;
    const count = to - from;
    const stride = columnNumbers(count);
    this.stride = stride;
    for (let j = 0; j < columns.length; j++) copyNumbers(columns[j], { from, to }, values, j * stride);
    return this.parts(0, count);
  }

  /** Returns the arguments for the loaded rows from `from`, a multiple of 8, to before `to`. */
  parts(from: number, to: number): RowParts {
    const { partRows, stride } = this;
    return [Math.ceil((to - from) / partRows), partRows, from, to, Float64Array.BYTES_PER_ELEMENT * stride];
  }
}
