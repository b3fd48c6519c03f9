import { roundUp } from "../round-up.js";
import { instantiateWasm } from "../wasm/instantiate.js";
import linearAlgebra from "../wasm/linear-algebra.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { fourColumnsFrom, subtractConstant } from "./centre.js";
import { dot } from "./vectors.js";

/** Exports of assembly/linear-algebra.ts in use here, described there. */
export interface GramKernel {
  accumulateGram(pair: number, columns: number, stride: number, count: number, to: number, row: number): void;
  multiplyWeights(pair: number, stride: number, weights: number, to: number): void;
}

/** Rows of a block. A hundred columns of them stay in the processor's cache. */
const BLOCK_ROWS = 512;
const DOUBLE = 8;
/** Least number of products for which the kernel saves more time than its start costs. */
const MIN_PRODUCTS_FOR_WASM = 300_000;

/**
 * Returns Σ weight · xⱼ · xₖ over the rows for each pair of columns with k ≤ j: width × width, lower triangle only. Without
 * weights each weight is 1. It calls `yieldToEventLoop` after at most a few milliseconds of work, unless there are thousands of columns.
 */
export async function weightedGram(
  columns: readonly Float64Array[],
  weight: Float64Array | undefined,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  return isBelowWasmThreshold(columns) ? smallGram(columns, weight) : largeGram({ columns, weight }, yieldToEventLoop);
}

/** Does the same as weightedGram without weights, for the columns less their means. */
export async function centredGram(
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

async function largeGram({ columns, weight, means }: GramRows, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array> {
  const nrow = columns[0].length;
  const width = roundUp(columns.length, 4);
  const { exports, buffer, addresses } = instantiateWasm<GramKernel>(
    linearAlgebra,
    [BLOCK_ROWS * width, BLOCK_ROWS, 2 * BLOCK_ROWS, width * width].map((length) => length * DOUBLE),
  );
  const [block, weights, weighted, sums] = addresses;
  const values = new Float64Array(buffer, block, BLOCK_ROWS * width);
  const stride = BLOCK_ROWS * DOUBLE;
  for (let from = 0; from < nrow; from += BLOCK_ROWS) {
    const to = Math.min(nrow, from + BLOCK_ROWS);
    // Clears what an earlier block has left after this block's rows.
    if (to - from < BLOCK_ROWS) values.fill(0);
    copyBlock({ columns, means }, values, from, to);
    if (weight) new Float64Array(buffer, weights, BLOCK_ROWS).set(weight.subarray(from, to));
    const at = { block, stride, width, weights: weight && { values: weights, scratch: weighted }, sums };
    await accumulateBlock(exports, at, columns.length, yieldToEventLoop);
  }
  return withoutPadding(new Float64Array(buffer, sums, width * width), columns.length);
}

/** Addresses of a block of rows, column by column, and of the sums: width × width, of which a multiple of 4 is the width. */
interface GramBlock {
  block: number;
  /** Bytes of a column. */
  stride: number;
  width: number;
  /** Weights of the rows, and room for two columns. */
  weights?: { values: number; scratch: number };
  sums: number;
}

/** Adds the products of the first `columns` columns of the block to the sums. */
export async function accumulateBlock(
  kernel: GramKernel,
  { block, stride, width, weights, sums }: GramBlock,
  columns: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  for (let j = 0; j < columns; j += 2) {
    const pair = block + j * stride;
    if (weights) kernel.multiplyWeights(pair, stride, weights.values, weights.scratch);
    kernel.accumulateGram(weights?.scratch ?? pair, block, stride, roundUp(j + 2, 4), sums + j * width * DOUBLE, width * DOUBLE);
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

/** Copies numbers less the means of their columns. What it writes after the last column enters no sum that is read. */
function copyBlock({ columns, means = new Float64Array(columns.length) }: GramRows, into: Float64Array, from: number, to: number): void {
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
