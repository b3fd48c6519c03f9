import type { Matrix } from "../matrix.js";
import type { Forest } from "./forest.js";

/** Called once for each tree and block of rows: `answers[i]` is the leaf value of row `start + i`, for i below `count`. */
type LeafValueVisitor = (start: number, answers: Float64Array, count: number) => void;

/** Passes every row down every tree and sums the leaf values: that of tree t and row i goes to `sums[i * outputs + t % outputs]`. */
export function addLeafValues(forest: Forest, x: Matrix, sums: Float64Array, outputs = 1): void {
  traverse(forest, x, (tree, start, block, descend) => {
    block.sums = sums;
    block.first = start * outputs + (tree % outputs);
    block.step = outputs;
    descend(forest, forest.roots[tree], block);
  });
}

/** Passes every row down every tree and reports the leaf values. */
export function visitLeafValues(forest: Forest, x: Matrix, visit: LeafValueVisitor): void {
  const answers = new Float64Array(BLOCK_ROWS);
  traverse(forest, x, (tree, start, block, descend) => {
    block.sums = answers.fill(0);
    descend(forest, forest.roots[tree], block);
    visit(start, answers, block.count);
  });
}

/**
 * Most numbers, and most rows, of a block. They stay in the processor's cache while all trees are traversed. Each block loads
 * every tree into the cache anew, so with trees of thousands of nodes small blocks take three times as long.
 */
const BLOCK_NUMBERS = 65_536;
const BLOCK_ROWS = 4096;
const MIN_BLOCK_ROWS = 16;

interface Block {
  /** Row by row, with a NaN after each row. Leaves test the NaN: its comparison is false, so a row stays in its leaf. */
  rows: Float64Array;
  stride: number;
  count: number;
  /** Sums of leaf values: that of the block's i-th row is at `first + i * step`. */
  sums: Float64Array;
  first: number;
  step: number;
}

type Descend = (forest: Forest, root: number, block: Block) => void;

/** Handles one block of rows after the other, and for each block all trees in order. */
function traverse(forest: Forest, x: Matrix, each: (tree: number, start: number, block: Block, descend: Descend) => void): void {
  const stride = forest.ncol + 1;
  const size = Math.min(x.nrow, Math.max(MIN_BLOCK_ROWS, Math.min(BLOCK_ROWS, Math.floor(BLOCK_NUMBERS / stride))));
  const block: Block = { rows: new Float64Array(size * stride), stride, count: 0, sums: new Float64Array(0), first: 0, step: 1 };
  const trees = forest.roots.length - 1;
  for (let start = 0; start < x.nrow; start += size) {
    block.count = Math.min(size, x.nrow - start);
    const descend = loadBlock(x, start, block) ? descendMissing : descendPresent;
    for (let tree = 0; tree < trees; tree++) each(tree, start, block, descend);
  }
}

/** Copies rows into the block. Returns whether a value is missing. */
function loadBlock(x: Matrix, start: number, block: Block): boolean {
  const { rows, stride, count } = block;
  let missing = false;
  for (let j = 0; j < x.ncol; j++) {
    const column = x.columns[j];
    for (let i = 0; i < count; i++) {
      const value = column[start + i];
      if (Number.isNaN(value)) missing = true;
      rows[i * stride + j] = value;
    }
  }
  for (let i = 0; i < count; i++) rows[i * stride + x.ncol] = Number.NaN;
  return missing;
}

/** Number of levels before the first check whether all rows are in leaves. A row in its leaf stays there. */
const UNCHECKED_LEVELS = 6;

/**
 * Handles four rows at a time without branches, so that the processor neither waits nor predicts. It is twice as fast as one row
 * at a time.
 */
function descendPresent(forest: Forest, root: number, block: Block): void {
  const { column, threshold, left } = forest;
  const { rows, stride, count, sums, first, step } = block;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const a = i * stride;
    const b = a + stride;
    const c = b + stride;
    const d = c + stride;
    let p = root;
    let q = root;
    let r = root;
    let s = root;
    for (let level = 1; ; level++) {
      const pl = left[p];
      const ql = left[q];
      const rl = left[r];
      const sl = left[s];
      if (level > UNCHECKED_LEVELS && ((pl ^ p) | (ql ^ q) | (rl ^ r) | (sl ^ s)) === 0) break;
      p = pl + Number(rows[a + column[p]] > threshold[p]);
      q = ql + Number(rows[b + column[q]] > threshold[q]);
      r = rl + Number(rows[c + column[r]] > threshold[r]);
      s = sl + Number(rows[d + column[s]] > threshold[s]);
    }
    const at = first + i * step;
    sums[at] += threshold[p];
    sums[at + step] += threshold[q];
    sums[at + 2 * step] += threshold[r];
    sums[at + 3 * step] += threshold[s];
  }
  if (i < count) descendSingly(forest, root, block, i);
}

/** Handles blocks in which values are missing. */
function descendMissing(forest: Forest, root: number, block: Block): void {
  descendSingly(forest, root, block, 0);
}

function descendSingly({ column, threshold, left, missingRight }: Forest, root: number, block: Block, from: number): void {
  const { rows, stride, count, sums, first, step } = block;
  for (let i = from; i < count; i++) {
    const at = i * stride;
    let node = root;
    for (let next = left[node]; next !== node; next = left[node]) {
      const value = rows[at + column[node]];
      node = next + (Number.isNaN(value) ? missingRight[node] : Number(value > threshold[node]));
    }
    sums[first + i * step] += threshold[node];
  }
}
