/**
 * A binary tree in flat arrays, breadth first: node 0 is the root, the children of a node are neighbours, and the k-th
 * node that is split (from 0) has its children at 2k + 1 and 2k + 2.
 */
export interface Tree {
  /** The column that a node tests; `LEAF` where it tests none. */
  readonly column: Int32Array;
  /** Values up to this one go left, greater ones right. A leaf's answer. */
  readonly threshold: Float64Array;
  /** 1 where rows without a value go right. */
  readonly missingRight: Uint8Array;
  /** Training rows in a leaf; 0 of nodes that are split, and where nobody asks for them. */
  readonly cover: Uint32Array;
}

export const LEAF = -1;

/** Trees one behind the other, ready to be walked. */
export interface Forest {
  readonly ncol: number;
  /** The root of tree t is node `roots[t]`; one element more than trees. */
  readonly roots: Int32Array;
  /** The column that a node tests. A leaf has column `ncol`, one behind the last. */
  readonly column: Int32Array;
  readonly threshold: Float64Array;
  readonly missingRight: Uint8Array;
  /** Training rows in a leaf, else 0. */
  readonly cover: Uint32Array;
  /** The left child; the right one is its neighbour. A leaf is its own left child. */
  readonly left: Int32Array;
}

/** Puts trees together. Answers keep the order of the trees. */
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

/** Takes a tree's nodes in the order in which they are met, breadth first. */
export class TreeBuilder {
  private readonly column: number[] = [];
  private readonly threshold: number[] = [];
  private readonly missingRight: number[] = [];
  private readonly cover: number[] = [];

  /** `cover` is for explanations. */
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
