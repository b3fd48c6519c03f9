import type { Indicators } from "@agatha/contracts";
import type { Matrix } from "../algorithms/algorithm.js";
import type { Random } from "../random.js";
import { silhouette } from "./clustering.js";

/**
 * contamination: share of rows flagged. silhouette_score: of flagged against unflagged rows in the space of x, null when
 * all rows are on one side. Without labels there is no true_positive, and so no min_distance.
 */
export function outlierIndicators(flagged: Int32Array, x: Matrix, random: Random): Indicators {
  const count = flagged.reduce((sum, flag) => sum + flag, 0);
  return {
    true_positive: null,
    contamination: flagged.length > 0 ? count / flagged.length : null,
    min_distance: null,
    silhouette_score: silhouette(x, flagged, random),
  };
}

/**
 * The score above which `share` of the training rows lie at the most: with ties at the border, fewer rows are flagged
 * rather than more. A share of 0 flags no training row.
 */
export function thresholdFor(scores: Float64Array, share: number): number {
  const sorted = scores.slice().sort();
  const flagged = Math.floor(share * sorted.length + 1e-9);
  return sorted[Math.max(0, sorted.length - 1 - flagged)];
}
