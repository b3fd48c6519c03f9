import { ALGORITHMS } from "@agatha/contracts";
import { binColumns } from "../../numeric/trees/bins.js";
import { createForest } from "../../numeric/trees/forest.js";
import { requireSupervisedTarget } from "../../numeric/trees/supervised-target.js";
import { fitTargetScaling, standardise } from "../../numeric/trees/target-scaling.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { boost } from "./boost.js";
import { createLoss } from "./loss.js";
import { createBoostedModel, loadBoostedModel } from "./model.js";

/**
 * Gradient-boosted trees on histograms (Friedman 2001). Leaves and gains are of second order (Chen and Guestrin 2016, XGBoost).
 * The smaller child is summed and the other obtained by subtraction (Ke et al. 2017, LightGBM). The loss is the squared error for
 * regression, the logistic loss for two classes, and the softmax for more classes, with a tree a class and round.
 *
 * Columns are split into at most `bins` bins of about as many rows. Trees grow to `maxDepth` where the gain exceeds `gamma` and
 * each child's second derivatives sum to at least `minChildWeight`. `lambda` and `learningRate` shrink the leaves. Each tree sees
 * a share of rows (`subsample`) and columns (`columnSample`). Missing values go to the side learned from the training rows, or
 * with the majority. Memory: three bytes a cell, 40 bytes a row and class, 16 bytes a bin for each level of depth.
 */
export const xgb: UnweightedAlgorithm<"XGB"> = {
  name: "XGB",
  modelTypes: ALGORITHMS.XGB.modelTypes,
  encoding: { missing: "keep", scale: "none" },
  async fit(x, target, params, context) {
    requireSupervisedTarget(x, target);
    const yieldToEventLoop = createYielder(context);
    const unit = target.kind === "number" ? fitTargetScaling(target.values) : undefined;
    const loss = createLoss(
      target.kind === "number" && unit !== undefined ? { kind: "number", values: standardise(target.values, unit) } : target,
    );
    const trees = await boost({
      bins: await binColumns(x, params.bins, yieldToEventLoop),
      loss,
      params,
      random: context.random,
      yieldToEventLoop,
    });
    context.progress(1);
    return createBoostedModel({ forest: createForest(trees, x.ncol), base: loss.base, unit });
  },
  load: loadBoostedModel,
};
