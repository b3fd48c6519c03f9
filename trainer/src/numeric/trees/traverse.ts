import type { Matrix } from "../matrix.js";
import { descendMissing, descendPresent } from "./descend.js";
import type { Forest } from "./forest.js";
import { loadForest, type Traverse } from "./forest-kernel.js";
import type { HandleBlock, TraversedBlock } from "./traversed-block.js";

/** Called once for each tree and block of rows: `answers[at + i]` is the leaf value of row `start + i`, for i below `count`. */
type LeafValueVisitor = (rows: Pick<TraversedBlock, "start" | "count">, answers: Float64Array, at: number) => void;

/** Passes every row down every tree and sums the leaf values: that of tree t and row i goes to `sums[i * outputs + t % outputs]`. */
export function addLeafValues(forest: Forest, x: Matrix, sums: Float64Array, outputs = 1): void {
  forEachBlock(forest, x, outputs, ({ start, count, sums: own, stride, descend }) => {
    for (let k = 0; k < outputs; k++) {
      for (let i = 0; i < count; i++) own[k * stride + i] = sums[(start + i) * outputs + k];
    }
    descend();
    for (let k = 0; k < outputs; k++) {
      for (let i = 0; i < count; i++) sums[(start + i) * outputs + k] = own[k * stride + i];
    }
  });
}

/** Passes every row down every tree and reports the leaf values. */
export function visitLeafValues(forest: Forest, x: Matrix, visit: LeafValueVisitor): void {
  const trees = treeCount(forest);
  forEachBlock(forest, x, trees, (block) => {
    const { count, sums, stride } = block;
    for (let tree = 0; tree < trees; tree++) sums.fill(0, tree * stride, tree * stride + count);
    block.descend();
    for (let tree = 0; tree < trees; tree++) visit(block, sums, tree * stride);
  });
}

const treeCount = ({ roots }: Forest): number => roots.length - 1;

/** Fewer rows are faster without the kernel. */
const MIN_KERNEL_ROWS = 8;
/** The kernel saves as much time on one row as copying this many nodes of a tree takes. */
const NODES_PER_ROW = 4;

/** The forest that was traversed last, how many rows have come for the kernel, and the kernel. */
let latest: { forest: Forest; outputs: number; rows: number; traverse?: Traverse } | undefined;

/** Handles one block of rows after the other. */
function forEachBlock(forest: Forest, x: Matrix, outputs: number, handle: HandleBlock): void {
  const traverse = x.nrow < MIN_KERNEL_ROWS ? undefined : traverseInKernel(forest, x.nrow, outputs);
  if (traverse) traverse(x, handle);
  else traverseHere(forest, x, outputs, handle);
}

/** Returns nothing until so many rows have come that they repay the copy of the forest to the kernel. */
function traverseInKernel(forest: Forest, nrow: number, outputs: number): Traverse | undefined {
  if (latest?.forest !== forest || latest.outputs !== outputs) latest = { forest, outputs, rows: 0 };
  latest.rows += nrow;
  if (NODES_PER_ROW * latest.rows > forest.column.length / treeCount(forest)) latest.traverse ??= loadForest(forest, outputs);
  return latest.traverse;
}

/** Most numbers, and most rows, of a block. They stay in the processor's cache while all trees are traversed. */
const BLOCK_NUMBERS = 65_536;
const BLOCK_ROWS = 4096;
const MIN_BLOCK_ROWS = 16;

/** Handles one block of rows after the other, without a kernel. */
function traverseHere(forest: Forest, x: Matrix, outputs: number, handle: HandleBlock): void {
  const rowLength = forest.ncol + 1;
  const most = Math.max(MIN_BLOCK_ROWS, Math.min(BLOCK_ROWS, Math.floor(BLOCK_NUMBERS / (rowLength + outputs))));
  const stride = Math.min(x.nrow, most);
  const rows = new Float64Array(stride * rowLength).fill(Number.NaN);
  const sums = new Float64Array(stride * outputs);
  for (let start = 0; start < x.nrow; start += stride) {
    const count = Math.min(stride, x.nrow - start);
    const descendAll = loadRows(x, { start, count }, rows) ? descendMissing : descendPresent;
    handle({ start, count, sums, stride, descend: () => descendAll(forest, { rows, count, sums, stride }, outputs) });
  }
}

/** Copies rows, one after the other; the NaN after each stays. Returns whether a value is missing. */
function loadRows(x: Matrix, { start, count }: Pick<TraversedBlock, "start" | "count">, rows: Float64Array): boolean {
  const rowLength = x.ncol + 1;
  let missing = false;
  for (let j = 0; j < x.ncol; j++) {
    const column = x.columns[j];
    for (let i = 0; i < count; i++) {
      const value = column[start + i];
      if (Number.isNaN(value)) missing = true;
      rows[i * rowLength + j] = value;
    }
  }
  return missing;
}
