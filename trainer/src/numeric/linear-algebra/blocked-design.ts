import { roundUp } from "../round-up.js";
import linearAlgebra from "../wasm/linear-algebra.js";
import { createSharedKernel } from "../wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { fourColumnsFrom } from "./centre.js";
import { accumulateGram, CACHED_BYTES, type GramKernel, PART_ROWS, setUpGram, withoutPadding } from "./gram.js";

/** Products of columns with several vectors at once, for iterations that need them many times. */
export interface DesignOperator {
  /** Writes Σ vector · row to one list for each vector. The vectors follow one another and are as long as a row. */
  multiply(vectors: Float64Array, into: readonly Float64Array[]): void;
  /** Returns Σ list · column over the rows: for each list a number for each column, list by list. */
  multiplyTransposed(lists: readonly Float64Array[]): Float64Array;
  /** Returns what `weightedGram` in gram.ts returns. */
  weightedGram(weight: Float64Array, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array>;
}

/** Exports of assembly/linear-algebra.ts in use here, described there. */
interface WasmExports extends GramKernel {
  multiplyPart(
    part: number,
    partBlocks: number,
    blocks: number,
    blockCount: number,
    width: number,
    vectors: number,
    count: number,
    to: number,
  ): void;
  multiplyTransposedPart(part: number, lists: number, count: number, blocks: number, blockCount: number, width: number, sums: number): void;
}

/** Rows of a block, and bytes of a number. */
const BLOCK_ROWS = 64;
const DOUBLE = 8;
/** Parts of a multiplication: enough for the threads to end together. */
const PARTS = 16;

/** Copies the columns into a kernel's memory, in blocks of 64 rows of all columns. Memory: another 8 bytes a number. */
export function createBlockedDesign(columns: readonly Float64Array[], count: number): DesignOperator {
  const nrow = columns[0].length;
  const width = roundUp(columns.length, 4);
  const paddedCount = roundUp(count, 2);
  const blocks = Math.ceil(nrow / BLOCK_ROWS);
  const sizes = [
    ...[blocks * width * BLOCK_ROWS, paddedCount * width, blocks * paddedCount * BLOCK_ROWS, paddedCount * width],
    ...[blocks * BLOCK_ROWS, width * width],
  ];
  const stride = BLOCK_ROWS * DOUBLE;
  const blocksTogether = Math.max(1, Math.floor(CACHED_BYTES / (width * stride)));
  const partBlocks = Math.ceil(blocks / PARTS);
  const common = sizes.map((size) => size * DOUBLE);
  const kernel = createSharedKernel<WasmExports>(linearAlgebra, { common, own: [2 * stride] }, setUpGram);
  const { buffer, addresses, callParts } = kernel;
  const [all, vectorsAt, listsAt, sumsAt, weightsAt, gramAt] = addresses;
  const [matrix, vectors, lists, sums, weights, gram] = addresses.map((address, k) => new Float64Array(buffer, address, sizes[k]));
  for (let j = 0; j < columns.length; j += 4) copyFourColumns(columns, matrix, j, width);
  return {
    multiply(coefficients, into) {
      into.forEach((_, a) => void vectors.set(coefficients.subarray(a * columns.length, (a + 1) * columns.length), a * width));
      callParts("multiplyPart", Math.ceil(blocks / partBlocks), partBlocks, all, blocks, width, vectorsAt, paddedCount, listsAt);
      into.forEach((list, a) => {
        forEachBlock(nrow, (block, from, to) => {
          const at = (block * paddedCount + a) * BLOCK_ROWS;
          list.set(lists.subarray(at, at + to - from), from);
        });
      });
    },
    multiplyTransposed(rowLists) {
      rowLists.forEach((list, a) => {
        forEachBlock(nrow, (block, from, to) => lists.set(list.subarray(from, to), (block * paddedCount + a) * BLOCK_ROWS));
      });
      callParts("multiplyTransposedPart", Math.ceil(width / PART_ROWS), listsAt, paddedCount, all, blocks, width, sumsAt);
      const products = new Float64Array(rowLists.length * columns.length);
      rowLists.forEach((_, a) => void products.set(sums.subarray(a * width, a * width + columns.length), a * columns.length));
      return products;
    },
    async weightedGram(weight, yieldToEventLoop) {
      weights.set(weight);
      gram.fill(0);
      for (let block = 0; block < blocks; block += blocksTogether) {
        const blockCount = Math.min(blocksTogether, blocks - block);
        const rows = { blocks: all + block * width * stride, blockCount, stride, width, weights: weightsAt + block * stride, gram: gramAt };
        await accumulateGram(kernel, rows, columns.length, yieldToEventLoop);
      }
      return withoutPadding(gram, columns.length);
    },
  };
}

function forEachBlock(nrow: number, visit: (block: number, from: number, to: number) => void): void {
  for (let block = 0, from = 0; from < nrow; block++, from += BLOCK_ROWS) visit(block, from, Math.min(nrow, from + BLOCK_ROWS));
}

/** Copies four columns to their places in all blocks. What it writes after the last column enters no sum that is read. */
function copyFourColumns(columns: readonly Float64Array[], matrix: Float64Array, j: number, width: number): void {
  const [a, b, c, d] = fourColumnsFrom(columns, j);
  forEachBlock(a.length, (block, from, to) => {
    for (let i = from, at = (block * width + j) * BLOCK_ROWS; i < to; i++, at++) {
      matrix[at] = a[i];
      matrix[at + BLOCK_ROWS] = b[i];
      matrix[at + 2 * BLOCK_ROWS] = c[i];
      matrix[at + 3 * BLOCK_ROWS] = d[i];
    }
  });
}
