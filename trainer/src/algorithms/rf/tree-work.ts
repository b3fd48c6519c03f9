import { createRandom } from "../../numeric/random.js";
import type { WorkerTask } from "../../numeric/threads/worker-protocol.js";
import type { Bins } from "../../numeric/trees/bins.js";
import type { Tree } from "../../numeric/trees/forest.js";
import { drawBootstrapSample } from "./bootstrap-sample.js";
import { GiniSplitter, type MixedLeaves } from "./gini-splitter.js";
import { type GrowOptions, growTree } from "./grow.js";
import { VarianceSplitter } from "./variance-splitter.js";

export interface ForestWork extends GrowOptions {
  bins: Bins;
  /** Target values, or class codes. */
  y: Float64Array;
  /** Number of classes if there are more than two, else 0. Two classes are the numbers 0 and 1. */
  labels: number;
  /** Least number of draws in a leaf. */
  minLeaf: number;
  /** One seed for each tree. */
  seeds: Uint32Array;
  /** Number of trees in a part; the last part may have fewer. */
  partSize: number;
}

export interface GrownTree {
  tree: Tree;
  mixed?: MixedLeaves;
}

/** Grows the trees of a part in order. Each tree depends on its seed alone, whichever thread grows it. */
export const prepare: WorkerTask<ForestWork, GrownTree[]> = (work) => (part) => {
  const first = part * work.partSize;
  return Array.from(work.seeds.subarray(first, first + work.partSize), (seed) => growTreeFromSeed(work, seed));
};

function growTreeFromSeed(work: ForestWork, seed: number): GrownTree {
  const { bins, minLeaf, labels, columnsPerSplit, maxDepth } = work;
  const random = createRandom(seed);
  const sample = drawBootstrapSample(work.y, random);
  const rule = { columnsPerSplit, maxDepth, random };
  if (labels === 0) return { tree: growTree(bins, sample, new VarianceSplitter(bins, sample, minLeaf), rule) };
  const splitter = new GiniSplitter(bins, sample, minLeaf, labels);
  return { tree: growTree(bins, sample, splitter, rule), mixed: splitter.mixedLeaves };
}
