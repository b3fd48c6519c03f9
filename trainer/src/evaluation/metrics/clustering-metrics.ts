import type { Metrics } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { relabelSequentially } from "../../numeric/relabel-sequentially.js";
import { silhouette, weightedSilhouette } from "./silhouette.js";
import type { WeightedMetrics, Weights } from "./weights.js";

/**
 * Returns a function that computes silhouette_score and CH_index of clusters in the space of x, and without weights n_clusters,
 * which no weights of rows change.
 */
export function clusteringMetrics(x: Matrix, clusters: Int32Array, random: Random): WeightedMetrics {
  const silhouetteScore = weightedSilhouette(silhouette(x, clusters, random));
  const index = weightedCalinskiHarabasz(x, clusters);
  const count = new Set(clusters).size;
  return (weights?: Weights): Metrics => ({
    ...(!weights && { n_clusters: count }),
    silhouette_score: silhouetteScore(weights),
    CH_index: index(weights),
  });
}

/** Share of all dispersion that groups have within at the least: of groups of equal rows only rounding tells it from 0. */
const LEAST_SHARE_WITHIN = 1e-9;

/**
 * Returns the index of Caliński and Harabasz (1974): dispersion between the groups ÷ (k − 1), over dispersion within ÷ (n − k).
 * Null with fewer than two groups, with one group per row, or where all rows are equal.
 */
export const calinskiHarabaszScore = (x: Matrix, groups: Int32Array): number | null => weightedCalinskiHarabasz(x, groups)();

/**
 * Returns a function that computes the index with weights for the rows. The centers are those of all rows, which is right to the
 * first order, as a dispersion is least around its mean. So is n: the index grows with it, and weights are shares of the same rows.
 */
function weightedCalinskiHarabasz(x: Matrix, groups: Int32Array): (weights?: Weights) => number | null {
  const { codes, count } = relabelSequentially(groups);
  const n = codes.length;
  if (count < 2 || count >= n) return () => null;
  const sizes = new Int32Array(count);
  for (const code of codes) sizes[code]++;
  /** Squared distances of each row to the mean of all rows, and to that of its group. */
  const [toMean, toCenter] = [new Float64Array(n), new Float64Array(n)];
  for (const column of x.columns) {
    const sums = new Float64Array(count);
    for (let i = 0; i < n; i++) sums[codes[i]] += column[i];
    const mean = sums.reduce((total, sum) => total + sum, 0) / n;
    for (let i = 0; i < n; i++) {
      toMean[i] += (column[i] - mean) ** 2;
      toCenter[i] += (column[i] - sums[codes[i]] / sizes[codes[i]]) ** 2;
    }
  }
  return (weights) => {
    let [total, within] = [0, 0];
    for (let i = 0; i < n; i++) {
      const weight = weights ? weights[i] : 1;
      total += weight * toMean[i];
      within += weight * toCenter[i];
    }
    const divisor = Math.max(within, LEAST_SHARE_WITHIN * total);
    return divisor > 0 ? (Math.max(0, total - within) / (count - 1) / divisor) * (n - count) : null;
  };
}
