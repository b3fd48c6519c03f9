import type { Matrix } from "../matrix.js";
import { roundUp } from "../round-up.js";
import { threadLimit } from "../threads/pool.js";
import { reusedKernel } from "../wasm/reused-kernel.js";
import type { SharedKernel } from "../wasm/shared-kernel.js";
import code from "../wasm/tree-descent.js";
import type { Forest } from "./forest.js";
import type { HandleBlock, TraversedBlock } from "./traversed-block.js";

/** Exports of assembly/tree-descent.ts, described there. */
interface WasmExports {
  addLeafValues(part: number, partRows: number, rowCount: number, trees: number, columns: number, bytes: number, outputs: number): void;
}

/** Rows that the kernel handles at a time. */
const ROWS_TOGETHER = 8;
/** Bytes of a node, described in assembly/tree-descent.ts. */
const NODE_BYTES = 16;
const NUMBER_BYTES = 8;
const ADDRESS_BYTES = 4;

/** Most numbers, and most rows, of a block. */
const BLOCK_NUMBERS = 1_048_576;
const BLOCK_ROWS = 16_384;
const MIN_BLOCK_ROWS = 64;
/** Most numbers of a part of a block. They stay in the processor's cache while all trees are traversed. */
const PART_NUMBERS = 65_536;
const MIN_PART_ROWS = 32;
/** Each part loads every tree into the cache anew, so it has at least a row for this many nodes of a tree. */
const NODES_PER_ROW = 8;
const PARTS_PER_THREAD = 16;

/** Passes all rows down a forest, block by block. */
export type Traverse = (x: Matrix, handle: HandleBlock) => void;

/** Copies a forest to the kernel, in place of the last one. */
export function loadForest(forest: Forest, outputs: number): Traverse {
  const { ncol, roots } = forest;
  const trees = roots.length - 1;
  const numbersPerRow = ncol + 1 + outputs;
  const blockRows = roundUp(Math.max(MIN_BLOCK_ROWS, Math.min(BLOCK_ROWS, BLOCK_NUMBERS / numbersPerRow)), 2 * ROWS_TOGETHER);
  // An odd number of cache lines, so that the columns do not begin in few sets of the cache.
  const stride = blockRows + ROWS_TOGETHER;
  const nodes = forest.column.length;
  const common = [NODE_BYTES * nodes, nodes, ADDRESS_BYTES * (trees + 1), NUMBER_BYTES * stride * numbersPerRow];
  const kernel = kernelFor({ common, own: [] });
  const { buffer, addresses, callParts } = kernel;
  writeForest(forest, NUMBER_BYTES * stride, kernel);
  const columns = new Float64Array(buffer, addresses[3], stride * numbersPerRow);
  columns.fill(Number.NaN, ncol * stride, (ncol + 1) * stride);
  const sums = columns.subarray((ncol + 1) * stride);
  return (x, handle) => {
    for (let start = 0; start < x.nrow; start += blockRows) {
      const rows = { start, count: Math.min(blockRows, x.nrow - start) };
      const partRows = rowsPerPart(forest, rows.count, numbersPerRow);
      const parts = Math.ceil(rows.count / partRows);
      loadColumns(x, rows, columns, stride);
      handle({
        ...rows,
        sums,
        stride,
        descend: () => callParts("addLeafValues", parts, partRows, rows.count, trees, ncol, NUMBER_BYTES * stride, outputs),
      });
    }
  };
}

function rowsPerPart({ column, roots }: Forest, count: number, numbersPerRow: number): number {
  const share = count / (threadLimit() * PARTS_PER_THREAD);
  const nodesPerTree = column.length / (roots.length - 1);
  const least = Math.max(MIN_PART_ROWS, nodesPerTree / NODES_PER_ROW);
  return roundUp(Math.max(least, Math.min(share, PART_NUMBERS / numbersPerRow)), ROWS_TOGETHER);
}

function loadColumns(
  { columns }: Matrix,
  { start, count }: Pick<TraversedBlock, "start" | "count">,
  into: Float64Array,
  stride: number,
): void {
  for (let j = 0; j < columns.length; j++) into.set(columns[j].subarray(start, start + count), j * stride);
}

/** The kernel of the last forest. */
const kernelFor = reusedKernel<WasmExports>(code, (addresses) => [{ name: "setLayout", args: [...addresses] }]);

function writeForest(
  { column, threshold, missingRight, left, roots }: Forest,
  columnBytes: number,
  { buffer, addresses }: SharedKernel<WasmExports>,
): void {
  const [nodesAt, missingRightAt, rootsAt] = addresses;
  const numbers = new Float64Array(buffer, nodesAt, 2 * column.length);
  const integers = new Uint32Array(buffer, nodesAt, 4 * column.length);
  for (let node = 0; node < column.length; node++) {
    numbers[2 * node] = threshold[node];
    integers[4 * node + 2] = columnBytes * column[node];
    integers[4 * node + 3] = nodesAt + NODE_BYTES * left[node];
  }
  new Uint8Array(buffer, missingRightAt, column.length).set(missingRight);
  new Uint32Array(buffer, rootsAt, roots.length).set(roots.map((root) => nodesAt + NODE_BYTES * root));
}
