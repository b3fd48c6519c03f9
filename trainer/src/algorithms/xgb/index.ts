import { binColumns } from "../../trees/bins.js";
import { joinTrees } from "../../trees/forest.js";
import { type Labelled, requireLearnable } from "../../trees/target.js";
import type { Algorithm } from "../algorithm.js";
import { createPace } from "../pace.js";
import { boost } from "./boost.js";
import { createLoss } from "./loss.js";
import { boostedModel, loadBoosted, type Unit } from "./model.js";

/**
 * Gradient-boosted trees on histograms (Friedman 2001; second-order leaves and gains after Chen and Guestrin 2016,
 * XGBoost; the smaller child summed up and the other subtracted after Ke et al. 2017, LightGBM). Numbers by squared
 * error, two classes by logistic loss, more by softmax with a tree a class and round.
 *
 * Columns are split into at most `bins` bins of about as many rows. Trees grow to `maxDepth` where the gain exceeds
 * `gamma` and each child has second derivatives of at least `minChildWeight`; leaves are shrunk by `lambda` and
 * `learningRate`. Each tree sees a share of rows (`subsample`) and columns (`columnSample`). Missing values go to the
 * side that the training rows taught, or with most rows. Memory: a byte a cell, 16 bytes a bin for each level of depth.
 */
export const xgb: Algorithm<"XGB"> = {
  name: "XGB",
  tasks: ["REGRESSION", "CLASSIFICATION"],
  encoding: { missing: "keep", scale: "none" },
  async fit(x, target, params, context) {
    requireLearnable(x, target);
    const pace = createPace(context);
    const unit = target.kind === "number" ? unitOf(target.values) : undefined;
    const loss = createLoss(standardise(target, unit));
    const trees = await boost({
      bins: binColumns(x, params.bins),
      loss,
      params,
      random: context.random,
      pace,
    });
    context.progress(1);
    return boostedModel({ forest: joinTrees(trees, x.ncol), base: loss.base, unit });
  },
  load: loadBoosted,
};

/** Mean and standard deviation, safe for values near the end of a double's range. */
function unitOf(values: Float64Array): Unit {
  let center = 0;
  for (const value of values) center += value / values.length;
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value / 2 - center / 2));
  if (most === 0) return { center, scale: 1 };
  let squares = 0;
  for (const value of values) squares += ((value / 2 - center / 2) / most) ** 2;
  return { center, scale: 2 * most * Math.sqrt(squares / values.length) };
}

function standardise(target: Labelled, unit: Unit | undefined): Labelled {
  if (target.kind === "class" || unit === undefined) return target;
  return { kind: "number", values: target.values.map((value) => (value / 2 - unit.center / 2) / (unit.scale / 2)) };
}
