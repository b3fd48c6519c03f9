import { concatenate } from "../../numeric/linear-algebra/vectors.js";
import type { Points } from "../../numeric/points.js";
import type { Random } from "../../numeric/random.js";
import type { CentersWasm } from "./centers-wasm.js";

/**
 * Draws the first centres by greedy k-means++ (Arthur and Vassilvitskii 2007, section 6, as in scikit-learn). Each next centre is
 * the best of 2 + log k rows, drawn with a probability proportional to their squared distance from the centres so far.
 */
export function kMeansPlusPlus(kernel: CentersWasm, clusters: number, random: Random): Points {
  const { rows, width } = kernel.sizes;
  const centers: Points = { count: clusters, width, values: new Float64Array(clusters * width) };
  kernel.squaredDistances.fill(Number.POSITIVE_INFINITY);
  centers.values.set(addBestCandidate(kernel, [kernel.rowOf(random.int(rows))]));
  for (let k = 1; k < clusters; k++) centers.values.set(addBestCandidate(kernel, drawCandidates(kernel, clusters, random)), k * width);
  return centers;
}

/** Replaces centre `moved` by one drawn as the last centre of `kMeansPlusPlus` is. The others stay. */
export function reseedCenter(kernel: CentersWasm, centers: Points, moved: number, random: Random): Points {
  const { count, width } = centers;
  const values = centers.values.slice();
  kernel.squaredDistances.fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < count; k++) if (k !== moved) addBestCandidate(kernel, [values.subarray(k * width, (k + 1) * width)]);
  values.set(addBestCandidate(kernel, drawCandidates(kernel, count, random)), moved * width);
  return { ...centers, values };
}

/** Draws the candidates for the next centre. */
function drawCandidates(kernel: CentersWasm, clusters: number, random: Random): Float64Array[] {
  const trials = Math.min(2 + Math.floor(Math.log(clusters)), kernel.candidateDistances.length);
  const weights = kernel.squaredDistances.subarray(0, kernel.sizes.rows);
  return Array.from({ length: trials }, () => kernel.rowOf(drawWeighted(weights, random)));
}

/** Adds the candidate that leaves the rows nearest to the centres, and updates `squaredDistances`. Returns the candidate. */
function addBestCandidate(kernel: CentersWasm, candidates: readonly Float64Array[]): Float64Array {
  const chosen = bestCandidate(kernel, candidates);
  kernel.squaredDistances.set(kernel.candidateDistances[chosen]);
  return candidates[chosen];
}

/** Draws a row with a probability proportional to its weight; any row if no weight is above 0. */
function drawWeighted(weights: Float64Array, random: Random): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let left = random.next() * total;
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return random.int(weights.length);
}

/** Returns the index of the candidate that leaves the rows nearest to the centres. Fills `candidateDistances`. */
function bestCandidate(kernel: CentersWasm, candidates: readonly Float64Array[]): number {
  const { rows, width } = kernel.sizes;
  kernel.setCenters({ count: candidates.length, width, values: concatenate(candidates) });
  kernel.computeCandidateDistances(candidates.length);
  const totals = candidates.map((_, k) => {
    let total = 0;
    for (let i = 0; i < rows; i++) total += kernel.candidateDistances[k][i];
    return total;
  });
  return totals.indexOf(Math.min(...totals));
}
