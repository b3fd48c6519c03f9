import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { sampleWithoutReplacement } from "../../numeric/random.js";
import { createForest, type Tree } from "../../numeric/trees/forest.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { averagePathLength, growIsolationTree } from "./grow.js";
import { createIsolationForestModel, loadIsolationForestModel } from "./model.js";

/**
 * Isolation forest (Liu, Ting and Zhou 2008): rows that random splits isolate early are outliers. Each of `trees` trees splits
 * `sampleSize` rows, drawn without replacement, until each row is alone or the depth of a balanced tree is reached.
 * `contamination` sets the threshold and changes no score. Memory: 17 bytes a node, with twice the sample's size of nodes a tree.
 */
export const iforest: Algorithm<"iForest"> = {
  name: "iForest",
  modelTypes: ALGORITHMS.iForest.modelTypes,
  encoding: { missing: "keep", scale: "none" },
  async fit(x, _target, params, context) {
    if (x.ncol === 0)
      throw new InvalidInput(ERRORS.isolationForestVariables, {
        path: "columns",
        message: "Choose at least one column to look for anomalies in",
      });
    if (x.nrow === 0)
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message: "There are no rows to learn from; add some" });
    const yieldToEventLoop = createYielder(context);
    const size = Math.min(params.sampleSize, x.nrow);
    const trees: Tree[] = [];
    while (trees.length < params.trees) {
      const random = context.random.fork(trees.length);
      trees.push(growIsolationTree(x, sampleWithoutReplacement(x.nrow, size, random), random));
      const pending = yieldToEventLoop(trees.length / params.trees);
      if (pending) await pending;
    }
    context.progress(1);
    return createIsolationForestModel(createForest(trees, x.ncol), averagePathLength(size) || 1);
  },
  load: loadIsolationForestModel,
};
