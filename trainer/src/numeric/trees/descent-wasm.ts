import { roundUp } from "../round-up.js";
import { instantiateWasm } from "../wasm/instantiate.js";
import treeDescent from "../wasm/tree-descent.js";
import type { Forest } from "./forest.js";

/** Exports of assembly/tree-descent.ts, described there. */
interface WasmExports {
  descend(nodes: number, root: number, rows: number, stride: number, count: number, sums: number): void;
}

/** Rows that the kernel handles at a time. */
const ROWS_TOGETHER = 4;
/** Bytes of a node, described in assembly/tree-descent.ts. */
const NODE_BYTES = 16;
const NUMBER_BYTES = 8;
/** Kernel with a forest, and with room for a block of rows. */
export interface DescentWasm {
  /** Row by row, `ncol` numbers each and a NaN, which is there from the start. */
  rows: Float64Array;
  /** One for each row. */
  sums: Float64Array;
  /** Passes the first `count` rows, which have no missing values, down a tree and adds the values of their leaves to `sums`. */
  descend(tree: number, count: number): void;
}

/** Kernel of the forest that was traversed last: forecasts traverse one forest step after step. */
let latest: { forest: Forest; wasm: DescentWasm } | undefined;

/**
 * Returns a kernel for `nrow` rows, in blocks of up to `blockRows`. Returns undefined for few rows: passing one down a tree in the
 * kernel saves about as much time as copying a node takes.
 */
export function descentWasm(forest: Forest, nrow: number, blockRows: number): DescentWasm | undefined {
  if (latest?.forest === forest) return latest.wasm;
  const nodesPerTree = forest.column.length / (forest.roots.length - 1);
  if (nrow < nodesPerTree) return undefined;
  latest = { forest, wasm: createDescentWasm(forest, blockRows) };
  return latest.wasm;
}

function createDescentWasm(forest: Forest, blockRows: number): DescentWasm {
  const stride = forest.ncol + 1;
  const most = roundUp(blockRows, ROWS_TOGETHER);
  const sizes = [NODE_BYTES * forest.column.length, NUMBER_BYTES * most * stride, NUMBER_BYTES * most];
  const { exports, buffer, addresses } = instantiateWasm<WasmExports>(treeDescent, sizes);
  const [nodes, rows, sums] = addresses;
  writeNodes(forest, buffer, nodes);
  return {
    rows: new Float64Array(buffer, rows, most * stride).fill(Number.NaN),
    sums: new Float64Array(buffer, sums, most),
    descend: (tree, count) => exports.descend(nodes, forest.roots[tree], rows, NUMBER_BYTES * stride, count, sums),
  };
}

function writeNodes({ column, threshold, left }: Forest, buffer: ArrayBuffer, address: number): void {
  const numbers = new Float64Array(buffer, address, 2 * column.length);
  const integers = new Int32Array(buffer, address, 4 * column.length);
  for (let node = 0; node < column.length; node++) {
    numbers[2 * node] = threshold[node];
    integers[4 * node + 2] = NUMBER_BYTES * column[node];
    integers[4 * node + 3] = left[node];
  }
}
