import { createIndex, kdTreeOrder, writePermuted } from "../neighbours/kd-tree.js";
import { SelfExcludingSearch } from "../neighbours/self-excluding-search.js";
import type { Points } from "../points.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { type NeighbourPairs, neighbourCount, sumOfLargeDifferences } from "./neighbour-pairs.js";

/** Number of queries between two yields. */
const QUERIES_PER_YIELD = 64;

/**
 * Nearest neighbours of points with few columns. Each removal of an axis searches them anew in a tree. It needs no table of all
 * distances, so it handles all rows.
 */
export function indexPairs(count: number, yieldToEventLoop: YieldToEventLoop): NeighbourPairs {
  const neighbours = neighbourCount(count);
  const nearest = new Int32Array(count * neighbours);
  const neighbourDistances = new Float64Array(count * neighbours);
  return {
    async nextDifference(points, from) {
      if (neighbours < 1) return undefined;
      const left = remainingCoordinates(points, from);
      const order = await kdTreeOrder(left, yieldToEventLoop);
      const search = new SelfExcludingSearch(createIndex({ ...left, neighbours: neighbours + 1 }, writePermuted(left, order)), neighbours);
      for (let first = 0; first < count; first += QUERIES_PER_YIELD) {
        search.visitNeighbours(left, [first, Math.min(first + QUERIES_PER_YIELD, count)], (distances, places, from, i) => {
          for (let at = 0; at < neighbours; at++) {
            nearest[i * neighbours + at] = order[places[from + at]];
            neighbourDistances[i * neighbours + at] = distances[from + at] ** 2;
          }
        });
        const pending = yieldToEventLoop(0);
        if (pending) await pending;
      }
      return sumOfLargeDifferences({ nearest, neighbourDistances, neighbours }, points, from);
    },
  };
}

/** Returns the coordinates from position `from` on. */
function remainingCoordinates({ count, width, values }: Points, from: number): Points {
  const rest = width - from;
  const left = new Float64Array(count * rest);
  for (let i = 0; i < count; i++) left.set(values.subarray(i * width + from, (i + 1) * width), i * rest);
  return { count, width: rest, values: left };
}
