/** Keeps the density of identical points finite, as in scikit-learn. */
export const MIN_REACHABILITY = 1e-10;

/** Distances and places of a point's neighbours: `count` of them from index `from` on. */
interface Neighbours {
  distances: Float64Array;
  places: Int32Array;
  from: number;
  count: number;
}

/**
 * Returns the paper's local reachability density. The distance to a neighbour counts as at least `reach`, the neighbour's
 * distance to its own last neighbour.
 */
export function localReachabilityDensity({ distances, places, from, count }: Neighbours, reach: Float64Array): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += Math.max(distances[at], reach[places[at]]);
  return 1 / (sum / count + MIN_REACHABILITY);
}
