/**
 * A binary tree in flat arrays, breadth first. Node 0 is the root, the two children of a node are consecutive, and the k-th split
 * node (from 0) has its children at 2k + 1 and 2k + 2.
 */
export interface Tree {
  /** Column that a node tests, or `LEAF`. */
  readonly column: Int32Array;
  /** Rows with values up to this go left, greater ones right. For a leaf, its value. */
  readonly threshold: Float64Array;
  /** 1 if rows without a value go right. */
  readonly missingRight: Uint8Array;
  /** Number of training rows in a leaf; 0 for split nodes, and where it is not needed. */
  readonly cover: Uint32Array;
}

export const LEAF = -1;

/** Trees one after the other, in the layout for traversal. */
export interface Forest {
  readonly ncol: number;
  /** The root of tree t is node `roots[t]`; there is one element more than trees. */
  readonly roots: Int32Array;
  /** Column that a node tests. A leaf has column `ncol`, one past the last. */
  readonly column: Int32Array;
  readonly threshold: Float64Array;
  readonly missingRight: Uint8Array;
  /** Number of training rows in a leaf, else 0. */
  readonly cover: Uint32Array;
  /** Left child; the right child follows it. A leaf is its own left child. */
  readonly left: Int32Array;
}

/** Joins trees into a forest. Leaf values keep the order of the trees. */
export function createForest(trees: readonly Tree[], ncol: number): Forest {
  const roots = new Int32Array(trees.length + 1);
  trees.forEach((tree, t) => {
    roots[t + 1] = roots[t] + tree.column.length;
  });
  const nodes = roots[trees.length];
  const forest = {
    ncol,
    roots,
    column: new Int32Array(nodes),
    threshold: new Float64Array(nodes),
    missingRight: new Uint8Array(nodes),
    cover: new Uint32Array(nodes),
    left: new Int32Array(nodes),
  };
  trees.forEach((tree, t) => {
    copyTree(forest, tree, roots[t]);
  });
  return forest;
}

function copyTree(forest: Forest, tree: Tree, root: number): void {
  forest.threshold.set(tree.threshold, root);
  forest.missingRight.set(tree.missingRight, root);
  forest.cover.set(tree.cover, root);
  let child = root + 1;
  for (let k = 0; k < tree.column.length; k++) {
    const leaf = tree.column[k] === LEAF;
    forest.column[root + k] = leaf ? forest.ncol : tree.column[k];
    forest.left[root + k] = leaf ? root + k : child;
    if (!leaf) child += 2;
  }
}

/** Builds a tree from its nodes, added breadth first. */
export class TreeBuilder {
  private readonly column: number[] = [];
  private readonly threshold: number[] = [];
  private readonly missingRight: number[] = [];
  private readonly cover: number[] = [];

  /** `cover` is the number of training rows, for explanations. */
  addLeaf(value: number, cover = 0): void {
    this.column.push(LEAF);
    this.threshold.push(value);
    this.missingRight.push(0);
    this.cover.push(cover);
  }

  addSplit(column: number, threshold: number, missingRight: boolean): void {
    this.column.push(column);
    this.threshold.push(threshold);
    this.missingRight.push(missingRight ? 1 : 0);
    this.cover.push(0);
  }

  build(): Tree {
    return {
      column: Int32Array.from(this.column),
      threshold: Float64Array.from(this.threshold),
      missingRight: Uint8Array.from(this.missingRight),
      cover: Uint32Array.from(this.cover),
    };
  }
}
