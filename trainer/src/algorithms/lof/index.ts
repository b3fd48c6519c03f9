/**
 * Local outlier factor (Breunig, Kriegel, Ng and Sander 2000): the density around a row's neighbours among the training rows
 * relative to the density around the row; 1 if both are equal. Euclidean distance of standardised columns. Parameter:
 * `neighbours`. `contamination` sets the threshold and changes no score.
 *
 * Memory: two copies of the matrix, and 20 bytes a row and neighbour during the fit; the model keeps one copy, and another at 4
 * bytes a number.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { buildIndex } from "../../numeric/neighbours/build-index.js";
import type { NeighbourIndex } from "../../numeric/neighbours/neighbour-index.js";
import { SEARCH_QUERIES } from "../../numeric/neighbours/neighbour-index.js";
import { SelfExcludingSearch } from "../../numeric/neighbours/self-excluding-search.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { localReachabilityDensity } from "./density.js";
import { createLofModel, loadLofModel } from "./model.js";

export const lof: Algorithm<"LOF"> = {
  name: "LOF",
  modelTypes: ALGORITHMS.LOF.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadLofModel,
  async fit(x, _target, params, context) {
    if (x.nrow < 2 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "LOF needs at least two rows and one column to compare rows by",
      });
    }
    requireFinite(x, "LOF");
    const yieldToEventLoop = createYielder(context);
    const neighbours = Math.min(params.neighbours, x.nrow - 1);
    const tree = (await buildIndex(x, neighbours + 1, yieldToEventLoop)).index();
    return createLofModel({ tree, neighbours, ...(await reachabilityDensities(tree, neighbours, yieldToEventLoop)) });
  },
};

/** Returns each point's distance from its last neighbour, and its density. */
async function reachabilityDensities(
  tree: NeighbourIndex,
  neighbours: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ reach: Float64Array; density: Float64Array }> {
  const { count } = tree.points;
  const distances = new Float64Array(count * neighbours);
  const places = new Int32Array(count * neighbours);
  const reach = new Float64Array(count);
  const search = new SelfExcludingSearch(tree, neighbours);
  for (let from = 0; from < count; from += SEARCH_QUERIES) {
    search.visitNeighbours(tree.points, [from, Math.min(count, from + SEARCH_QUERIES)], (foundDistances, foundPlaces, first, i) => {
      for (let at = 0; at < neighbours; at++) {
        distances[i * neighbours + at] = foundDistances[first + at];
        places[i * neighbours + at] = foundPlaces[first + at];
      }
      reach[i] = foundDistances[first + neighbours - 1];
    });
    const pending = yieldToEventLoop(from / count);
    if (pending) await pending;
  }
  const density = new Float64Array(count);
  for (let i = 0; i < count; i++)
    density[i] = localReachabilityDensity({ distances, places, from: i * neighbours, count: neighbours }, reach);
  return { reach, density };
}
