import { roundUp } from "../round-up.js";
import { takeNumbers } from "../take-numbers.js";
import { threadLimit } from "../threads/pool.js";
import type { KernelCall } from "../wasm/kernel-work.js";
import linearAlgebra from "../wasm/linear-algebra.js";
import { createSharedKernel, type SharedKernel } from "../wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { fourColumnsFrom, subtractConstant } from "./center.js";
import { dot } from "./vectors.js";

/** Exports of assembly/linear-algebra.ts in use here, described there. */
export interface GramKernel {
  setScratch(weighted: number): void;
  accumulateGramPart(
    part: number,
    end: number,
    blocks: number,
    blockCount: number,
    stride: number,
    width: number,
    weights: number,
    gram: number,
  ): void;
}

/** Sets up a kernel for `accumulateGram`: each thread has room of its own for two columns of a block. */
export function setUpGram(_addresses: readonly number[], [weighted]: readonly number[]): KernelCall[] {
  return [{ name: "setScratch", args: [weighted] }];
}

/** Rows of a block. A hundred columns of them stay in the processor's cache. */
const BLOCK_ROWS = 512;
/** Rows of the Gram matrix in a part, the same as in assembly/linear-algebra.ts. */
export const PART_ROWS = 16;
const DOUBLE = 8;
/** Least number of products for which the kernel saves more time than its start costs. */
const MIN_PRODUCTS_FOR_WASM = 300_000;
/** Most bytes of the blocks whose products are summed together: a thread's cache holds them. */
export const CACHED_BYTES = 1.75 * 2 ** 20;
/** Fewer columns have too few parts for threads. Their blocks are then copied one by one, to the same memory. */
const MIN_SHARED_COLUMNS = 4 * PART_ROWS;
/** Most products summed before the event loop may run: about 10 ms on one thread. */
const PRODUCTS_BETWEEN_YIELDS = 1e8;

/**
 * Returns Σ weight · xⱼ · xₖ over the rows for each pair of columns with k ≤ j: width × width, lower triangle only. Without
 * weights each weight is 1. It calls `yieldToEventLoop` after a few milliseconds of work, unless there are thousands of columns.
 */
export async function weightedGram(
  columns: readonly Float64Array[],
  weight: Float64Array | undefined,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  return isBelowWasmThreshold(columns) ? smallGram(columns, weight) : largeGram({ columns, weight }, yieldToEventLoop);
}

/** Does the same as weightedGram without weights, over the rows of these numbers. */
export async function gramOfRows(
  columns: readonly Float64Array[],
  rows: Int32Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  if (rows.length * columns.length ** 2 >= MIN_PRODUCTS_FOR_WASM) return largeGram({ columns, rows }, yieldToEventLoop);
  return smallGram(
    columns.map((column) => takeNumbers(column, rows)),
    undefined,
  );
}

/** Does the same as weightedGram without weights, for the columns less their means. */
export async function centeredGram(
  columns: readonly Float64Array[],
  means: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  if (!isBelowWasmThreshold(columns)) return largeGram({ columns, means }, yieldToEventLoop);
  return smallGram(
    columns.map((column, j) => subtractConstant(column, means[j])),
    undefined,
  );
}

interface GramRows {
  columns: readonly Float64Array[];
  weight?: Float64Array;
  means?: Float64Array;
  /** Numbers of the rows; all rows when left out. */
  rows?: Int32Array;
}

function isBelowWasmThreshold(columns: readonly Float64Array[]): boolean {
  return (columns[0]?.length ?? 0) * columns.length ** 2 < MIN_PRODUCTS_FOR_WASM;
}

function smallGram(columns: readonly Float64Array[], weight: Float64Array | undefined): Float64Array {
  const width = columns.length;
  const gram = new Float64Array(width * width);
  const weighted = new Float64Array(columns[0]?.length ?? 0);
  for (let j = 0; j < width; j++) {
    const column = columns[j];
    if (weight) for (let i = 0; i < weighted.length; i++) weighted[i] = weight[i] * column[i];
    const left = weight ? weighted : column;
    for (let k = 0; k <= j; k++) gram[j * width + k] = dot(left, columns[k]);
  }
  return gram;
}

async function largeGram(selected: GramRows, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array> {
  const { columns, weight } = selected;
  const nrow = selected.rows?.length ?? columns[0].length;
  const width = roundUp(columns.length, 4);
  const stride = BLOCK_ROWS * DOUBLE;
  const blockLength = BLOCK_ROWS * width;
  const shared = threadLimit() > 1 && width >= MIN_SHARED_COLUMNS;
  const copied = shared ? Math.max(1, Math.min(Math.ceil(nrow / BLOCK_ROWS), Math.floor(CACHED_BYTES / (stride * width)))) : 1;
  const common = [copied * blockLength, copied * BLOCK_ROWS, width * width].map((length) => length * DOUBLE);
  const kernel = createSharedKernel<GramKernel>(linearAlgebra, { common, own: [2 * stride] }, setUpGram);
  const { buffer, addresses } = kernel;
  const [blocks, weights, gram] = addresses;
  const values = new Float64Array(buffer, blocks, copied * blockLength);
  const rowWeights = new Float64Array(buffer, weights, copied * BLOCK_ROWS);
  for (let start = 0; start < nrow; start += copied * BLOCK_ROWS) {
    let blockCount = 0;
    for (let from = start; blockCount < copied && from < nrow; from += BLOCK_ROWS, blockCount++) {
      const block = values.subarray(blockCount * blockLength, (blockCount + 1) * blockLength);
      const to = Math.min(nrow, from + BLOCK_ROWS);
      // Clears what an earlier block has left after this block's rows.
      if (to - from < BLOCK_ROWS) block.fill(0);
      copyBlock(selected, block, from, to);
    }
    if (weight) rowWeights.set(weight.subarray(start, start + blockCount * BLOCK_ROWS));
    const rows = { blocks, blockCount, stride, width, weights: weight ? weights : 0, gram };
    await accumulateGram(kernel, rows, columns.length, yieldToEventLoop);
  }
  return withoutPadding(new Float64Array(buffer, gram, width * width), columns.length);
}

/** Addresses of blocks of rows, column by column, and of the sums: width × width, of which a multiple of 4 is the width. */
interface BlocksOfRows {
  blocks: number;
  blockCount: number;
  /** Bytes of a column. */
  stride: number;
  width: number;
  /** Weights of the rows; 0 if each is 1. */
  weights: number;
  gram: number;
}

/** Adds the products of the first `columns` columns of the blocks to the sums. */
export async function accumulateGram(
  { callParts }: SharedKernel<GramKernel>,
  { blocks, blockCount, stride, width, weights, gram }: BlocksOfRows,
  columns: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  const products = (blockCount * stride * width * PART_ROWS) / DOUBLE;
  const partsOfCall = Math.max(4, Math.floor(PRODUCTS_BETWEEN_YIELDS / products));
  for (let end = roundUp(columns, 2); end > 0; end -= partsOfCall * PART_ROWS) {
    const parts = Math.min(partsOfCall, Math.ceil(end / PART_ROWS));
    callParts("accumulateGramPart", parts, end, blocks, blockCount, stride, width, weights, gram);
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
}

/** Returns the lower triangle of the first columns of a square matrix of more columns. */
export function withoutPadding(padded: Float64Array, columns: number): Float64Array {
  const width = Math.sqrt(padded.length);
  const gram = new Float64Array(columns ** 2);
  for (let j = 0; j < columns; j++) gram.set(padded.subarray(j * width, j * width + j + 1), j * columns);
  return gram;
}

function copyBlock({ columns, means, rows }: GramRows, into: Float64Array, from: number, to: number): void {
  if (rows) copyRows(columns, rows.subarray(from, to), into);
  else if (means) copyCentered(columns, means, into, { from, to });
  else columns.forEach((column, j) => void into.set(column.subarray(from, to), j * BLOCK_ROWS));
}

/** Copies the rows of these numbers. What it writes after the last column enters no sum that is read. */
function copyRows(columns: readonly Float64Array[], rows: Int32Array, into: Float64Array): void {
  for (let j = 0; j < columns.length; j += 4) {
    const [a, b, c, d] = fourColumnsFrom(columns, j);
    for (let i = 0, at = j * BLOCK_ROWS; i < rows.length; i++, at++) {
      const row = rows[i];
      into[at] = a[row];
      into[at + BLOCK_ROWS] = b[row];
      into[at + 2 * BLOCK_ROWS] = c[row];
      into[at + 3 * BLOCK_ROWS] = d[row];
    }
  }
}

/** Copies numbers less the means of their columns. What it writes after the last column enters no sum that is read. */
function copyCentered(
  columns: readonly Float64Array[],
  means: Float64Array,
  into: Float64Array,
  { from, to }: { from: number; to: number },
): void {
  for (let j = 0; j < columns.length; j += 4) {
    const [a, b, c, d] = fourColumnsFrom(columns, j);
    const [meanA, meanB, meanC, meanD] = fourColumnsFrom(means, j);
    for (let i = from, at = j * BLOCK_ROWS; i < to; i++, at++) {
      into[at] = a[i] - meanA;
      into[at + BLOCK_ROWS] = b[i] - meanB;
      into[at + 2 * BLOCK_ROWS] = c[i] - meanC;
      into[at + 3 * BLOCK_ROWS] = d[i] - meanD;
    }
  }
}
