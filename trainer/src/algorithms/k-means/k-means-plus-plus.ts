import { sumOf } from "../../numeric/linear-algebra/center.js";
import { concatenate } from "../../numeric/linear-algebra/vectors.js";
import type { Points } from "../../numeric/points.js";
import type { Random } from "../../numeric/random.js";
import type { CentersWasm } from "./centers-wasm.js";

/**
 * Draws the first centers by greedy k-means++ (Arthur and Vassilvitskii 2007, section 6, as in scikit-learn). Each next center is
 * the best of 2 + log k rows, drawn with a probability proportional to their squared distance from the centers so far.
 */
export function kMeansPlusPlus(wasm: CentersWasm, clusters: number, random: Random): Points {
  const { rows, width } = wasm.sizes;
  const centers: Points = { count: clusters, width, values: new Float64Array(clusters * width) };
  wasm.squaredDistances.fill(Number.POSITIVE_INFINITY);
  centers.values.set(addBestCandidate(wasm, [wasm.rowOf(random.int(rows))]));
  for (let k = 1; k < clusters; k++) centers.values.set(addBestCandidate(wasm, drawCandidates(wasm, clusters, random)), k * width);
  return centers;
}

/** Replaces center `moved` by one drawn as the last center of `kMeansPlusPlus` is. The others stay. */
export function reseedCenter(wasm: CentersWasm, centers: Points, moved: number, random: Random): Points {
  const { count, width } = centers;
  const values = centers.values.slice();
  wasm.squaredDistances.fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < count; k++) if (k !== moved) addBestCandidate(wasm, [values.subarray(k * width, (k + 1) * width)]);
  values.set(addBestCandidate(wasm, drawCandidates(wasm, count, random)), moved * width);
  return { ...centers, values };
}

/** Draws the candidates for the next center. */
function drawCandidates(wasm: CentersWasm, clusters: number, random: Random): Float64Array[] {
  const trials = Math.min(2 + Math.floor(Math.log(clusters)), wasm.candidateDistances.length);
  const weights = wasm.squaredDistances.subarray(0, wasm.sizes.rows);
  const total = sumOf(weights);
  return Array.from({ length: trials }, () => wasm.rowOf(drawWeighted(weights, total, random)));
}

/** Adds the candidate that leaves the rows nearest to the centers, and updates `squaredDistances`. Returns the candidate. */
function addBestCandidate(wasm: CentersWasm, candidates: readonly Float64Array[]): Float64Array {
  const chosen = bestCandidate(wasm, candidates);
  wasm.squaredDistances.set(wasm.candidateDistances[chosen]);
  return candidates[chosen];
}

/** Draws a row with a probability proportional to its weight; any row if no weight is above 0. `total` is the sum of the weights. */
function drawWeighted(weights: Float64Array, total: number, random: Random): number {
  let left = random.next() * total;
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return random.int(weights.length);
}

/** Returns the index of the candidate that leaves the rows nearest to the centers. Fills `candidateDistances`. */
function bestCandidate(wasm: CentersWasm, candidates: readonly Float64Array[]): number {
  const { rows, width } = wasm.sizes;
  wasm.setCenters({ count: candidates.length, width, values: concatenate(candidates) });
  wasm.computeCandidateDistances(candidates.length);
  const totals = candidates.map((_, k) => sumOf(wasm.candidateDistances[k].subarray(0, rows)));
  return totals.indexOf(Math.min(...totals));
}
