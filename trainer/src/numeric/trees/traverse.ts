import type { Matrix } from "../matrix.js";
import { descendMissing, descendPresent } from "./descend.js";
import { descentWasm } from "./descent-wasm.js";
import type { Forest } from "./forest.js";

/** Called once for each tree and block of rows: `answers[i]` is the leaf value of row `start + i`, for i below `count`. */
type LeafValueVisitor = (start: number, answers: Float64Array, count: number) => void;

/** Passes every row down every tree and sums the leaf values: that of tree t and row i goes to `sums[i * outputs + t % outputs]`. */
export function addLeafValues(forest: Forest, x: Matrix, sums: Float64Array, outputs = 1): void {
  const trees = treeCount(forest);
  forEachBlock(forest, x, ({ start, count, sums: own, descend }) => {
    for (let k = 0; k < outputs; k++) {
      const first = start * outputs + k;
      for (let i = 0; i < count; i++) own[i] = sums[first + i * outputs];
      for (let tree = k; tree < trees; tree += outputs) descend(tree);
      for (let i = 0; i < count; i++) sums[first + i * outputs] = own[i];
    }
  });
}

/** Passes every row down every tree and reports the leaf values. */
export function visitLeafValues(forest: Forest, x: Matrix, visit: LeafValueVisitor): void {
  const trees = treeCount(forest);
  forEachBlock(forest, x, ({ start, count, sums, descend }) => {
    for (let tree = 0; tree < trees; tree++) {
      sums.fill(0, 0, count);
      descend(tree);
      visit(start, sums, count);
    }
  });
}

const treeCount = ({ roots }: Forest): number => roots.length - 1;

/**
 * Most numbers, and most rows, of a block. They stay in the processor's cache while all trees are traversed. Each block loads
 * every tree into the cache anew, so with trees of thousands of nodes small blocks take three times as long.
 */
const BLOCK_NUMBERS = 65_536;
const BLOCK_ROWS = 4096;
const MIN_BLOCK_ROWS = 16;

interface Block {
  start: number;
  count: number;
  /** Sums of leaf values, one for each row of the block. */
  sums: Float64Array;
  /** Passes the block's rows down a tree and adds their leaf values to `sums`. */
  descend(tree: number): void;
}

/** Handles one block of rows after the other. */
function forEachBlock(forest: Forest, x: Matrix, handle: (block: Block) => void): void {
  const stride = forest.ncol + 1;
  const most = Math.max(MIN_BLOCK_ROWS, Math.min(BLOCK_ROWS, Math.floor(BLOCK_NUMBERS / stride)));
  const wasm = descentWasm(forest, x.nrow, most);
  const size = Math.min(x.nrow, most);
  const { rows, sums } = wasm ?? { rows: new Float64Array(size * stride).fill(Number.NaN), sums: new Float64Array(size) };
  for (let start = 0; start < x.nrow; start += size) {
    const count = Math.min(size, x.nrow - start);
    const missing = loadRows(x, { start, count }, rows);
    const block = { rows, count, sums };
    const descend = missing
      ? (tree: number) => descendMissing(forest, forest.roots[tree], block)
      : (tree: number) => (wasm ? wasm.descend(tree, count) : descendPresent(forest, forest.roots[tree], block));
    handle({ start, count, sums, descend });
  }
}

/** Copies rows, one after the other; the NaN after each stays. Returns whether a value is missing. */
function loadRows(x: Matrix, { start, count }: Pick<Block, "start" | "count">, rows: Float64Array): boolean {
  const stride = x.ncol + 1;
  let missing = false;
  for (let j = 0; j < x.ncol; j++) {
    const column = x.columns[j];
    for (let i = 0; i < count; i++) {
      const value = column[start + i];
      if (Number.isNaN(value)) missing = true;
      rows[i * stride + j] = value;
    }
  }
  return missing;
}
