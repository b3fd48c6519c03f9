import { ALGORITHMS } from "@agatha/contracts";
import { createForest } from "../../numeric/trees/forest.js";
import { requireSupervisedTarget } from "../../numeric/trees/supervised-target.js";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { fitForest } from "./fit.js";
import { concatenateLeafDistributions } from "./leaves.js";
import { createForestModel, loadForestModel } from "./model.js";

/**
 * Random forest (Breiman 2001): the mean of `trees` trees. Each is grown on rows drawn with replacement, with `columnsPerSplit`
 * of the columns tried at each split, down to leaves of `minLeaf` draws or `maxDepth` levels. Regression splits by squared error,
 * classification by Gini impurity; probabilities are the mean shares of the leaves. Columns have at most 1024 bins of about as
 * many rows each. Missing values go to the side learned from the training rows, or with the majority.
 *
 * Trees grow in worker threads. Each depends on its own seed alone, so the forest does not depend on the number of threads.
 * Memory: two bytes a cell, and 17 bytes a node, with at most two nodes a row and tree.
 */
export const rf: UnweightedAlgorithm<"RF"> = {
  name: "RF",
  modelTypes: ALGORITHMS.RF.modelTypes,
  encoding: { missing: "keep", scale: "none" },
  async fit(x, target, params, context) {
    requireSupervisedTarget(x, target);
    const { trees, unit } = await fitForest(x, target, params, context);
    const labels = target.kind === "class" ? target.labels.length : 0;
    const mixtures = labels > 2 ? concatenateLeafDistributions(trees, labels) : undefined;
    const forest = createForest(
      trees.map(({ tree }) => tree),
      x.ncol,
    );
    if (unit !== undefined) return createForestModel(forest, { kind: "number", unit });
    return createForestModel(forest, mixtures === undefined ? { kind: "share" } : { kind: "class", labels, mixtures });
  },
  load: loadForestModel,
};
