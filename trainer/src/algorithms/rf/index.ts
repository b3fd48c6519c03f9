import { createForest } from "../../numeric/trees/forest.js";
import { requireSupervisedTarget } from "../../numeric/trees/supervised-target.js";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { fitForest } from "./fit.js";
import { concatenateLeafDistributions } from "./leaves.js";
import { createForestModel, loadForestModel } from "./model.js";

/**
 * Random forest (Breiman 2001): the mean of `trees` trees, each grown on rows drawn with replacement, with
 * `columnsPerSplit` of the columns tried at each split, down to leaves of `minLeaf` draws or `maxDepth` levels. Numbers
 * split by squared error, classes by Gini impurity; probabilities are the mean shares of the leaves. Columns are put in
 * at most 1024 bins of about as many rows. Missing values go to the side that the training rows taught, or with most rows.
 *
 * Trees grow in worker threads; each depends on its own seed alone, so the forest does not depend on their number.
 * Memory: two bytes a cell, and 17 bytes a node of which there are at most two a row and tree.
 */
export const rf: UnweightedAlgorithm<"RF"> = {
  name: "RF",
  tasks: ["REGRESSION", "CLASSIFICATION"],
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
