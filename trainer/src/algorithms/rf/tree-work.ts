import { createRandom } from "../../numeric/random.js";
import type { Prepare } from "../../numeric/threads/part.js";
import type { Bins } from "../../numeric/trees/bins.js";
import type { Tree } from "../../numeric/trees/forest.js";
import { ClassSplitter, type MixedLeaves } from "./class-splitter.js";
import { type GrowRule, growTree } from "./grow.js";
import { drawBag } from "./in-bag.js";
import { NumberSplitter } from "./number-splitter.js";

export interface ForestWork extends GrowRule {
  bins: Bins;
  /** Values, or class numbers. */
  y: Float64Array;
  /** Classes when there are more than two, else 0: two classes are the numbers 0 and 1. */
  labels: number;
  /** Draws in a leaf at the least. */
  minLeaf: number;
  /** One a tree. */
  seeds: Uint32Array;
  /** Trees in a part; the last part may have fewer. */
  partSize: number;
}

export interface GrownTree {
  tree: Tree;
  mixed?: MixedLeaves;
}

/** A part's trees in their order. Each depends on its seed alone, so it is the same in whichever thread it grows. */
export const prepare: Prepare<ForestWork, GrownTree[]> = (work) => (part) => {
  const first = part * work.partSize;
  return Array.from(work.seeds.subarray(first, first + work.partSize), (seed) => growSeeded(work, seed));
};

function growSeeded(work: ForestWork, seed: number): GrownTree {
  const { bins, minLeaf, labels, tried, maxDepth } = work;
  const random = createRandom(seed);
  const bag = drawBag(work.y, random);
  const rule = { tried, maxDepth, random };
  if (labels === 0) return { tree: growTree(bins, bag, new NumberSplitter(bins, bag, minLeaf), rule) };
  const splitter = new ClassSplitter(bins, bag, minLeaf, labels);
  return { tree: growTree(bins, bag, splitter, rule), mixed: splitter.mixed };
}
