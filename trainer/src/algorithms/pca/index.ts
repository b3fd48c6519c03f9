/**
 * Outliers by principal components (the residual of Jackson and Mudholkar 1979): the squared distance of a row from what the
 * fewest components that explain more than `variance` of the training rows' variance make of it. One direction at least is
 * left out, or every row would be made again without error. `contamination` is for the threshold and changes no score.
 *
 * Memory: some times the square of the columns during the fit.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireBoundedMagnitude } from "../../numeric/linear-algebra/check-finite.js";
import { principalAxes } from "../../numeric/rotations/principal-axes.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { createPcaModel, loadPcaModel } from "./model.js";

export const pca: Algorithm<"PCA"> = {
  name: "PCA",
  tasks: ALGORITHMS.PCA.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: loadPcaModel,
  async fit(x, _target, params, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "PCA needs at least one row and one column to learn from",
      });
    }
    requireBoundedMagnitude(x, "PCA");
    const pace = createYielder(context);
    const { means, values, vectors } = await principalAxes(x, pace);
    const kept = Math.min(x.ncol - 1, componentCount(values, params.variance));
    // What is left of a row lies along the others, where all are known. Each of them is half the work of one that is kept.
    const scored = vectors.length === x.ncol && x.ncol - kept < 2 * kept ? "along" : "beside";
    return createPcaModel({ means, directions: concatenate(scored === "along" ? vectors.slice(kept) : vectors.slice(0, kept)), scored });
  },
};

/** The fewest components that together explain more than that share. */
function componentCount(variances: Float64Array, share: number): number {
  const total = variances.reduce((sum, variance) => sum + variance, 0);
  let explained = 0;
  let count = 0;
  while (count < variances.length && explained <= share * total) explained += variances[count++];
  return count;
}

function concatenate(vectors: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(vectors.length * (vectors[0]?.length ?? 0));
  vectors.forEach((vector, k) => void all.set(vector, k * vector.length));
  return all;
}
