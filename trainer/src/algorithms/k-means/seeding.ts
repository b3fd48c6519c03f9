import type { Random } from "../../random.js";
import type { CentersKernel } from "./kernel.js";
import type { Points } from "./points.js";

/**
 * First centres by greedy k-means++ (Arthur and Vassilvitskii 2007, section 6; as scikit-learn does it): each next one is
 * the best of 2 + log k rows, drawn with a chance in proportion to their squared distance from the centres so far.
 */
export function seedCenters(kernel: CentersKernel, clusters: number, random: Random): Points {
  const { rows, width } = kernel.sizes;
  const centers: Points = { count: clusters, width, values: new Float64Array(clusters * width) };
  const trials = Math.min(2 + Math.floor(Math.log(clusters)), kernel.tried.length);
  kernel.nearest.fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < clusters; k++) {
    const weights = kernel.nearest.subarray(0, rows);
    const drawn = k === 0 ? [random.int(rows)] : Array.from({ length: trials }, () => draw(weights, random));
    const candidates = drawn.map((row) => kernel.rowOf(row));
    const chosen = closest(kernel, candidates);
    kernel.nearest.set(kernel.tried[chosen]);
    centers.values.set(candidates[chosen], k * width);
  }
  return centers;
}

/** A row's number, with a chance in proportion to its weight; any row when no weight is above 0. */
function draw(weights: Float64Array, random: Random): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let left = random.next() * total;
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return random.int(weights.length);
}

/** The number of the candidate that leaves the rows nearest to the centres; fills `tried`. */
function closest(kernel: CentersKernel, candidates: readonly Float64Array[]): number {
  const { rows, width } = kernel.sizes;
  const values = new Float64Array(candidates.length * width);
  candidates.forEach((candidate, k) => {
    values.set(candidate, k * width);
  });
  kernel.place({ count: candidates.length, width, values });
  kernel.approach(candidates.length);
  const totals = candidates.map((_, k) => {
    let total = 0;
    for (let i = 0; i < rows; i++) total += kernel.tried[k][i];
    return total;
  });
  return totals.indexOf(Math.min(...totals));
}
