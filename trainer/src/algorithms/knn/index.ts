/**
 * k nearest neighbours (Cover and Hart 1967; weighted by distance: Dudani 1976): the mean of the nearest training rows, or the
 * shares of their classes, by Euclidean distance of standardised columns. Parameters: `neighbours`, `distancePower`.
 *
 * Memory: the model keeps the matrix. From its first prediction on it also keeps a copy at 8 bytes a number and one at 2 or 4.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { buildIndex } from "../../numeric/neighbours/build-index.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { createKnnModel, loadKnnModel } from "./model.js";

export const knn: UnweightedAlgorithm<"KNN"> = {
  name: "KNN",
  modelTypes: ALGORITHMS.KNN.modelTypes,
  answersFromOwnRow: true,
  encoding: { missing: "impute", scale: "standard" },
  load: loadKnnModel,
  async fit(x, target, { neighbours, distancePower }, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "KNN needs at least one row and one column to learn from",
      });
    }
    if (target.kind === "none") throw new Error("KNN needs a target");
    requireFinite(x, "KNN");
    const most = Math.min(neighbours, x.nrow);
    const { index, order } = await buildIndex(x, most, createYielder(context));
    context.progress(1);
    const learned =
      target.kind === "number"
        ? { labels: 0, answers: reorder(target.values, order) }
        : { labels: target.labels.length, answers: reorder(target.codes, order) };
    return createKnnModel({ tree: index, neighbours: most, distancePower, ...learned });
  },
};

function reorder(answers: Float64Array | Int32Array, order: Int32Array): Float64Array {
  const sorted = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) sorted[at] = answers[order[at]];
  return sorted;
}
