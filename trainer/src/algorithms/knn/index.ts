/**
 * k nearest neighbours (Cover and Hart 1967; weighted by distance: Dudani 1976): the mean of the nearest training rows, or
 * the shares of their classes, by Euclidean distance of standardised columns. Parameters: `neighbours`, `distancePower`.
 *
 * Memory: two copies of the matrix during the fit; the model keeps one, and boxes of an eighth of it.
 */
import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import { inOrder, orderByHalving, placesOf } from "../../neighbours/tree.js";
import type { Algorithm } from "../algorithm.js";
import { requireFinite } from "../finite.js";
import { createPace } from "../pace.js";
import { createKnnModel, loadKnnModel } from "./model.js";

export const knn: Algorithm<"KNN"> = {
  name: "KNN",
  tasks: ALGORITHMS.KNN.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: loadKnnModel,
  async fit(x, target, { neighbours, distancePower }, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput("010515", { path: "columns", message: "KNN needs at least one row and one column to learn from" });
    }
    if (target.kind === "none") throw new Error("KNN needs a target");
    requireFinite(x, "KNN");
    const places = placesOf(x);
    const order = await orderByHalving(places, createPace(context));
    context.progress(1);
    const learned =
      target.kind === "number"
        ? { labels: 0, answers: Float64Array.from(order, (row) => target.values[row]) }
        : { labels: target.labels.length, answers: Float64Array.from(order, (row) => target.codes[row]) };
    return createKnnModel({ points: inOrder(places, order), neighbours: Math.min(neighbours, x.nrow), distancePower, ...learned });
  },
};
