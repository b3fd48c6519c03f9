/** Keeps the density of points that are all alike finite: as scikit-learn. */
export const MIN_REACHABILITY = 1e-10;

/** The paper's local reachability density: a neighbour counts as no nearer than its own last neighbour, `reach`, is to it. */
export function localReachabilityDensity(distances: Float64Array, places: Int32Array, reach: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < places.length; i++) sum += Math.max(distances[i], reach[places[i]]);
  return 1 / (sum / places.length + MIN_REACHABILITY);
}
