/**
 * Outlier detection by principal components (the residual of Jackson and Mudholkar 1979): a row's squared distance from its
 * reconstruction by the fewest components that explain more than `variance` of the training rows' variance. At least one
 * direction along which the training rows vary is left out, since otherwise every one of them would be reconstructed without error,
 * and ranked by rounding. Directions without variance, as of columns that add up to another one, are left out too: a row that lies
 * off the training rows along them scores higher. `contamination` sets the threshold and changes no score.
 *
 * Memory: a few times the square of the columns during the fit.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireBoundedScatter } from "../../numeric/linear-algebra/check-finite.js";
import { scatterOf } from "../../numeric/linear-algebra/scatter.js";
import { concatenate } from "../../numeric/linear-algebra/vectors.js";
import { principalAxesOf } from "../../numeric/rotations/principal-axes.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { createPcaModel, loadPcaModel } from "./model.js";

export const pca: Algorithm<"PCA"> = {
  name: "PCA",
  modelTypes: ALGORITHMS.PCA.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadPcaModel,
  async fit(x, _target, params, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "PCA needs at least one row and one column to learn from",
      });
    }
    const yieldToEventLoop = createYielder(context);
    const scatter = await scatterOf(x.columns, () => yieldToEventLoop(0.5));
    requireBoundedScatter(x, scatter, "PCA");
    const { means, values, vectors } = await principalAxesOf(scatter, yieldToEventLoop);
    const kept = Math.min(Math.max(0, rank(values) - 1), componentCount(values, params.variance));
    // If all axes are known, the residual lies along those that are not kept. Each of them takes half the work of a kept one.
    const scored = vectors.length === x.ncol && x.ncol - kept < 2 * kept ? "along" : "beside";
    return createPcaModel({ means, directions: concatenate(scored === "along" ? vectors.slice(kept) : vectors.slice(0, kept)), scored });
  },
};

/** Least variance of a direction beside that of the first one. Smaller ones are rounding errors. */
const LEAST_VARIANCE = 1e-10;

/** Returns the number of directions along which the rows vary. */
function rank(variances: Float64Array): number {
  return variances.filter((variance) => variance > LEAST_VARIANCE * variances[0]).length;
}

/** Returns the number of the fewest components that together explain more than that share. */
function componentCount(variances: Float64Array, share: number): number {
  const total = variances.reduce((sum, variance) => sum + variance, 0);
  let explained = 0;
  let count = 0;
  while (count < variances.length && explained <= share * total) explained += variances[count++];
  return count;
}
