import { roundUp } from "../round-up.js";
import { instantiateWasm } from "../wasm/instantiate.js";
import treeDescent from "../wasm/tree-descent.js";
import type { Forest } from "./forest.js";

/** Exports of assembly/tree-descent.ts, described there. */
interface WasmExports {
  descend(nodes: number, root: number, rows: number, stride: number, count: number, sums: number): void;
}

/** Rows that the kernel handles at a time. */
const ROWS_TOGETHER = 8;
/** Bytes of a node, described in assembly/tree-descent.ts. */
const NODE_BYTES = 16;
const NUMBER_BYTES = 8;
/** The kernel saves as much time on this many rows a tree as copying a node takes. */
const ROWS_PER_NODE = 2;
/** Kernel with a forest, and with room for a block of rows. */
interface DescentWasm {
  /** Row by row, `ncol` numbers each and a NaN, which is there from the start. */
  rows: Float64Array;
  /** One for each row. */
  sums: Float64Array;
  /** Passes the first `count` rows, which have no missing values, down a tree and adds the values of their leaves to `sums`. */
  descend(tree: number, count: number): void;
}

/** The forest that was traversed last, the rows that it was traversed by, and its kernel. Forecasts traverse one forest at every step. */
let latest: { forest: Forest; rows: number; wasm?: DescentWasm } | undefined;

/**
 * Returns a kernel with the forest, for blocks of up to `blockRows` rows. Returns undefined until enough rows have come: copying
 * the forest takes as much time as the kernel saves on them.
 */
export function descentWasm(forest: Forest, nrow: number, blockRows: number): DescentWasm | undefined {
  if (latest?.forest !== forest) latest = { forest, rows: 0 };
  latest.rows += nrow;
  const nodesPerTree = forest.column.length / (forest.roots.length - 1);
  if (latest.rows > ROWS_PER_NODE * nodesPerTree) latest.wasm ??= createDescentWasm(forest, blockRows);
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
