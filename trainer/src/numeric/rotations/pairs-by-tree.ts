import { OthersSearch } from "../neighbours/others.js";
import { orderByHalving, treeOf, writeInOrder } from "../neighbours/tree.js";
import type { Pace } from "../pace.js";
import type { Points } from "../points.js";
import { neighboursOf, type Pairs, sumOfKept } from "./neighbour-pairs.js";

/** Points around which neighbours are searched between two rests. */
const STRETCH = 512;

/**
 * Points of few columns, whose nearest neighbours are searched anew, in a tree, for each axis that was taken from them: no
 * table of all distances is needed, so that it takes all rows.
 */
export function pairsByTree(count: number, pace: Pace): Pairs {
  const neighbours = neighboursOf(count);
  const nearest = new Int32Array(count * neighbours);
  const apart = new Float64Array(count * neighbours);
  return {
    async difference(points, from) {
      if (neighbours < 1) return undefined;
      const left = coordinatesFrom(points, from);
      const order = await orderByHalving(left, pace);
      const search = new OthersSearch(treeOf(left, writeInOrder(left, order)), neighbours);
      for (let first = 0; first < count; first += STRETCH) {
        search.around(left, [first, Math.min(first + STRETCH, count)], (distances, places, i) => {
          for (let at = 0; at < neighbours; at++) {
            nearest[i * neighbours + at] = order[places[at]];
            apart[i * neighbours + at] = distances[at] ** 2;
          }
        });
        if (pace.due()) await pace.rest(0);
      }
      return sumOfKept({ nearest, apart, neighbours }, points, from);
    },
  };
}

/** Those from `from` on. */
function coordinatesFrom({ count, width, values }: Points, from: number): Points {
  const rest = width - from;
  const left = new Float64Array(count * rest);
  for (let i = 0; i < count; i++) left.set(values.subarray(i * width + from, (i + 1) * width), i * rest);
  return { count, width: rest, values: left };
}
