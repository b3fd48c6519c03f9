import { type Forest, joinTrees, LEAF, type Tree } from "./forest.js";
import type { Section } from "./sections.js";

/**
 * A forest in about five bytes a node: columns and cuts as the smallest whole numbers that hold them, every distinct cut
 * of a column once, left children not at all (nodes are breadth first), answers in four bytes where that loses nothing.
 */
export function forestSections(forest: Forest): Record<string, Section> {
  const columns: number[] = [];
  const cutOf: number[] = [];
  const right: number[] = [];
  const answers: number[] = [];
  const cuts = distinctCuts(forest);
  for (let k = 0; k < forest.column.length; k++) {
    const column = forest.column[k];
    columns.push(column);
    if (column === forest.ncol) answers.push(forest.threshold[k]);
    else {
      cutOf.push(cuts[column].get(forest.threshold[k])!);
      right.push(forest.missingRight[k]);
    }
  }
  return {
    nodes: Uint32Array.from({ length: forest.roots.length - 1 }, (_, t) => forest.roots[t + 1] - forest.roots[t]),
    column: smallest(columns),
    cut: smallest(cutOf),
    missingRight: packBits(right),
    answer: answers.every((value) => Object.is(Math.fround(value), value)) ? Float32Array.from(answers) : Float64Array.from(answers),
    cutCount: Uint32Array.from(cuts, (map) => map.size),
    cuts: Float64Array.from(cuts.flatMap((map) => [...map.keys()])),
  };
}

/** Throws an Error when the arrays do not make trees. */
export function forestFromSections(arrays: Record<string, Section>): Forest {
  const { nodes, column, cut, missingRight, answer, cutCount, cuts } = arrays;
  const ncol = cutCount.length;
  const firstCut = new Uint32Array(ncol);
  for (let j = 1; j < ncol; j++) firstCut[j] = firstCut[j - 1] + cutCount[j - 1];
  let node = 0;
  let split = 0;
  let leaf = 0;
  const trees = Array.from(nodes, (size): Tree => {
    const splits = split;
    const tree = { column: new Int32Array(size), threshold: new Float64Array(size), missingRight: new Uint8Array(size) };
    for (let k = 0; k < size; k++, node++) {
      if (column[node] === ncol) {
        tree.column[k] = LEAF;
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
  return joinTrees(trees, ncol);
}

/** The place of every cut in its column's ascending list. */
function distinctCuts(forest: Forest): Map<number, number>[] {
  const found = Array.from({ length: forest.ncol }, () => new Set<number>());
  for (let k = 0; k < forest.column.length; k++) {
    if (forest.column[k] < forest.ncol) found[forest.column[k]].add(forest.threshold[k]);
  }
  return found.map((set) => new Map(Array.from(Float64Array.from(set).sort(), (cut, at) => [cut, at])));
}

function smallest(values: readonly number[]): Section {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  if (most < 0x100) return Uint8Array.from(values);
  return most < 0x10000 ? Uint16Array.from(values) : Uint32Array.from(values);
}

function packBits(bits: readonly number[]): Uint8Array {
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  for (let k = 0; k < bits.length; k++) packed[k >> 3] |= bits[k] << (k & 7);
  return packed;
}
