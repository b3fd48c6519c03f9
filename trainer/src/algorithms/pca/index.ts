/**
 * Outliers by principal components (the residual of Jackson and Mudholkar 1979): the squared distance of a row from what the
 * fewest components that explain more than `variance` of the training rows' variance make of it. One direction at least is
 * left out, or every row would be made again without error. `contamination` is for the threshold and changes no score.
 *
 * Memory: a centred copy of the matrix, and twice the square of its columns during the fit.
 */
import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import { principalAxes } from "../../rotations/principal-axes.js";
import type { Algorithm } from "../algorithm.js";
import { requireSquarable } from "../finite.js";
import { createPace } from "../pace.js";
import { createPcaModel, loadPcaModel } from "./model.js";

export const pca: Algorithm<"PCA"> = {
  name: "PCA",
  tasks: ALGORITHMS.PCA.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: loadPcaModel,
  async fit(x, _target, params, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput("010515", { path: "columns", message: "PCA needs at least one row and one column to learn from" });
    }
    requireSquarable(x, "PCA");
    const pace = createPace(context);
    const { means, values, vectors } = await principalAxes(x, pace);
    const kept = vectors.slice(0, Math.min(x.ncol - 1, componentsFor(values, params.variance)));
    return createPcaModel({ means, components: Float64Array.from(kept.flatMap((vector) => [...vector])) });
  },
};

/** The fewest components that together explain more than that share. */
function componentsFor(variances: Float64Array, share: number): number {
  const total = variances.reduce((sum, variance) => sum + variance, 0);
  let explained = 0;
  let count = 0;
  while (count < variances.length && explained <= share * total) explained += variances[count++];
  return count;
}
