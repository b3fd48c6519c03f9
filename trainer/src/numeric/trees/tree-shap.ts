import type { Matrix } from "../matrix.js";
import type { Forest } from "./forest.js";
import { TreePath } from "./tree-path.js";

/** Maps a leaf's value to its part of the explained sum over all trees. */
export type LeafValue = (answer: number, tree: number) => number;

/** State of the traversal of a tree. */
interface TreeWalk {
  x: Matrix;
  row: number;
  tree: number;
  value: LeafValue;
  contributions: Float64Array;
  /** Mean output of the trees over the training rows. */
  base: number;
}

/**
 * Step to a node by `column`: the share of the training rows that take it if the column is unknown (zero), and of the explained
 * row if it is known (one).
 */
interface PathStep {
  depth: number;
  /** Number of places in the parent's path. */
  length: number;
  column: number;
  zero: number;
  one: number;
  /** Share of the training rows that reach the node. */
  share: number;
}

const ROOT: PathStep = { depth: 0, length: 0, column: -1, zero: 1, one: 1, share: 1 };

/**
 * Explains sums over a forest's trees exactly, row by row, in a time that grows with leaves × depth² (path-dependent TreeSHAP,
 * Lundberg et al. 2020). Where a column is unknown, a row goes both ways, in the shares of the training rows.
 */
export class ForestExplainer {
  private readonly cover: Float64Array;
  private readonly path: TreePath;

  constructor(private readonly forest: Forest) {
    this.cover = nodeCovers(forest);
    this.path = new TreePath(maxDepth(forest), forest.ncol);
  }

  /** Adds each column's contribution to `contributions`. Returns the base. */
  explain(x: Matrix, row: number, value: LeafValue, contributions: Float64Array): number {
    const { roots } = this.forest;
    const walk: TreeWalk = { x, row, value, contributions, tree: 0, base: 0 };
    for (; walk.tree < roots.length - 1; walk.tree++) this.descend(walk, roots[walk.tree], ROOT);
    return walk.base;
  }

  private descend(walk: TreeWalk, node: number, step: PathStep): void {
    const { forest, path } = this;
    const { depth } = step;
    path.copyFromParent(depth, step.length);
    path.extend(depth, step.length, step);
    let length = step.length + 1;
    const column = forest.column[node];
    if (column === forest.ncol) {
      const value = walk.value(forest.threshold[node], walk.tree);
      walk.base += step.share * value;
      path.addContributions(depth, length, value, walk.contributions);
      return;
    }
    // A column that was met before is removed from the path, and added again with the shares of both splits.
    const place = path.find(depth, length, column);
    const zero = place > 0 ? path.zeroFractionAt(depth, place) : 1;
    const one = place > 0 ? path.oneFractionAt(depth, place) : 1;
    if (place > 0) path.unwind(depth, length--, place);
    const right = this.goesRight(walk, node) ? 1 : 0;
    for (let side = 0; side < 2; side++) {
      const child = forest.left[node] + side;
      const share = this.cover[child] / this.cover[node];
      const childOne = side === right ? one : 0;
      if (share === 0 && childOne === 0) continue;
      this.descend(walk, child, { depth: depth + 1, length, column, zero: zero * share, one: childOne, share: step.share * share });
    }
  }

  private goesRight({ x, row }: TreeWalk, node: number): boolean {
    const { column, threshold, missingRight } = this.forest;
    const value = x.columns[column[node]][row];
    return Number.isNaN(value) ? missingRight[node] === 1 : value > threshold[node];
  }
}

/** Returns the training rows of each node. A split node has the sum of its children, which come after it. */
function nodeCovers({ roots, column, left, cover, ncol }: Forest): Float64Array {
  const sums = Float64Array.from(cover);
  for (let node = roots[roots.length - 1] - 1; node >= 0; node--) {
    if (column[node] < ncol) sums[node] = sums[left[node]] + sums[left[node] + 1];
  }
  return sums;
}

function maxDepth({ column, left, ncol }: Forest): number {
  const depth = new Int32Array(column.length);
  let greatest = 0;
  for (let node = 0; node < column.length; node++) {
    if (depth[node] > greatest) greatest = depth[node];
    if (column[node] === ncol) continue;
    depth[left[node]] = depth[node] + 1;
    depth[left[node] + 1] = depth[node] + 1;
  }
  return greatest;
}
