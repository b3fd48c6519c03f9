/** Keeps the density of identical points finite, as in scikit-learn. */
export const MIN_REACHABILITY = 1e-10;

/**
 * Returns the paper's local reachability density. The distance to a neighbour counts as at least `reach`, the neighbour's
 * distance to its own last neighbour.
 */
export function localReachabilityDensity(distances: Float64Array, places: Int32Array, reach: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < places.length; i++) sum += Math.max(distances[i], reach[places[i]]);
  return 1 / (sum / places.length + MIN_REACHABILITY);
}
