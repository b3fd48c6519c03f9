/**
 * k-means (Lloyd 1982) from greedy k-means++ starts. The start with the least inertia goes on with swaps of its centers (after
 * Fränti 2018). Clusters are numbered by size, the largest first. Identical points give fewer clusters than requested.
 *
 * This is an implementation of our own. ml-kmeans 7.0.1 finds clusters as good, but compares every point with every center in
 * each iteration, over arrays of arrays, and takes several times as long: `npm run bench -- kmeans`. Memory: a copy of the
 * matrix, and one in each thread with 32 bytes a row and 8 more for each cluster.
 */
import { ALGORITHMS, ERRORS, InvalidInput, pluralize } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import type { Points } from "../../numeric/points.js";
import type { Algorithm } from "../base/algorithm.js";
import type { Clustering } from "./lloyd.js";
import { createKmeansModel, loadKmeansModel } from "./model.js";
import { fitWithRestarts } from "./restarts.js";

export const kmeans: Algorithm<"k-means"> = {
  name: "k-means",
  modelTypes: ALGORITHMS["k-means"].modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadKmeansModel,
  async fit(x, _target, params, context) {
    if (x.ncol === 0 || x.nrow < params.clusters) {
      const message = `${params.clusters} clusters need as many rows and at least one column: they are ${pluralize(x.nrow, "row")} and ${pluralize(x.ncol, "column")}`;
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "clusters", message });
    }
    requireFinite(x, "k-means");
    return createKmeansModel(largestFirst(await fitWithRestarts(x, params, context)));
  },
};

/** Returns the centers of clusters that have points, sorted by the number of their points. */
function largestFirst({ centers, counts }: Clustering): Points {
  const { width, values } = centers;
  const order = [...counts.keys()].filter((k) => counts[k] > 0).sort((a, b) => counts[b] - counts[a] || a - b);
  const sorted = new Float64Array(order.length * width);
  order.forEach((k, at) => {
    sorted.set(values.subarray(k * width, (k + 1) * width), at * width);
  });
  return { count: order.length, width, values: sorted };
}
