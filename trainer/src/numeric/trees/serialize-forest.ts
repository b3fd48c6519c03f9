import type { Section } from "../sections.js";
import { createForest, type Forest, LEAF, type Tree } from "./forest.js";

/**
 * Stores a forest in about five bytes a node. Columns and cuts take the smallest integers that hold them, and every distinct cut
 * of a column is stored once. Left children are not stored, since nodes are breadth first. Leaf values take four bytes if that
 * loses nothing. The number of training rows of each leaf is stored if it is known.
 */
export function serializeForest(forest: Forest): Record<string, Section> {
  const { roots, column, threshold, missingRight, ncol } = forest;
  const trees = roots.length - 1;
  const splits = (column.length - trees) / 2;
  const cuts = distinctThresholds(forest);
  const cutOf = new Uint32Array(splits);
  const right = new Uint8Array(Math.ceil(splits / 8));
  const answer = new Float64Array(splits + trees);
  const cover = new Uint32Array(splits + trees);
  let split = 0;
  let leaf = 0;
  for (let k = 0; k < column.length; k++) {
    if (column[k] === ncol) {
      cover[leaf] = forest.cover[k];
      answer[leaf++] = threshold[k];
    } else {
      cutOf[split] = indexOfThreshold(threshold[k], cuts[column[k]]);
      right[split >> 3] |= missingRight[k] << (split & 7);
      split++;
    }
  }
  const cutCount = Uint32Array.from(cuts, (list) => list.length);
  const allCuts = new Float64Array(cutCount.reduce((sum, count) => sum + count, 0));
  let end = 0;
  for (const list of cuts) {
    allCuts.set(list, end);
    end += list.length;
  }
  return {
    nodes: Uint32Array.from({ length: trees }, (_, t) => roots[t + 1] - roots[t]),
    column: toSmallestIntegers(column),
    cut: toSmallestIntegers(cutOf),
    missingRight: right,
    answer: answer.every((value) => Object.is(Math.fround(value), value)) ? Float32Array.from(answer) : answer,
    cutCount,
    cuts: allCuts,
    ...(cover.some((rows) => rows > 0) ? { cover: toSmallestIntegers(cover) } : {}),
  };
}

/** Throws an Error when the arrays do not form trees. */
export function deserializeForest(arrays: Record<string, Section>): Forest {
  const { nodes, column, cut, missingRight, answer, cutCount, cuts, cover } = arrays;
  const ncol = cutCount.length;
  const firstCut = new Uint32Array(ncol);
  for (let j = 1; j < ncol; j++) firstCut[j] = firstCut[j - 1] + cutCount[j - 1];
  let node = 0;
  let split = 0;
  let leaf = 0;
  const trees = Array.from(nodes, (size): Tree => {
    const splits = split;
    const tree = {
      column: new Int32Array(size),
      threshold: new Float64Array(size),
      missingRight: new Uint8Array(size),
      cover: new Uint32Array(size),
    };
    for (let k = 0; k < size; k++, node++) {
      if (column[node] === ncol) {
        tree.column[k] = LEAF;
        if (cover) tree.cover[k] = cover[leaf];
        tree.threshold[k] = answer[leaf++];
      } else {
        tree.column[k] = column[node];
        tree.threshold[k] = cuts[firstCut[column[node]] + cut[split]];
        tree.missingRight[k] = (missingRight[split >> 3] >> (split & 7)) & 1;
        split++;
      }
    }
    if (2 * (split - splits) + 1 !== size) throw new Error("The model file is damaged: a tree has splits without children");
    return tree;
  });
  return createForest(trees, ncol);
}

/** Returns each column's distinct cuts in ascending order. */
function distinctThresholds({ column, threshold, ncol }: Forest): Float64Array[] {
  const counts = new Uint32Array(ncol + 1);
  for (const j of column) counts[j]++;
  const lists = Array.from({ length: ncol }, (_, j) => new Float64Array(counts[j]));
  for (let k = column.length - 1; k >= 0; k--) if (column[k] < ncol) lists[column[k]][--counts[column[k]]] = threshold[k];
  return lists.map((list) => list.sort().filter((cut, at) => at === 0 || cut !== list[at - 1]));
}

function indexOfThreshold(cut: number, ascending: Float64Array): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < cut) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toSmallestIntegers(values: Int32Array | Uint32Array): Section {
  let greatest = 0;
  for (const value of values) if (value > greatest) greatest = value;
  if (greatest < 0x100) return Uint8Array.from(values);
  return greatest < 0x10000 ? Uint16Array.from(values) : Uint32Array.from(values);
}
