import type { Points } from "../points.js";
import { quantile } from "../statistics.js";

/** Pairs with a greater sum of squared differences than this quantile are kept, as in CRAN's dobin. */
const QUANTILE = 0.95;

/** Differences of the pairs that are far apart. */
interface PairDifference {
  /** Unit vector along the sum of the pairs' squared differences. No component is negative. */
  direction: Float64Array;
  /** Length of that sum. */
  norm: number;
  pairs: number;
}

/** Points and their nearest neighbours, while axes are removed one after the other. */
export interface NeighbourPairs {
  /**
   * Returns the differences of the pairs that are far apart, in the coordinates from `from` on; undefined if all points are equal. Its
   * direction is the axis that is removed before the next call.
   */
  nextDifference(points: Points, from: number): Promise<PairDifference | undefined>;
}

/** Returns 5 % of the points, from 2 to 20 and less than the points, as in CRAN's dobin. */
export function neighbourCount(count: number): number {
  return Math.min(20, Math.max(2, Math.floor(count / 20)), count - 1);
}

/** Neighbours of each point, point by point, and their squared distances. */
interface NeighbourLists {
  neighbours: number;
  nearest: Int32Array;
  neighbourDistances: Float64Array;
}

/** Returns the sum of the squared differences of the pairs that are far apart, in the coordinates from `from` on. */
export function sumOfLargeDifferences(
  { neighbours, nearest, neighbourDistances }: NeighbourLists,
  { width, values }: Points,
  from: number,
): PairDifference | undefined {
  const sorted = neighbourDistances.slice().sort();
  const [limit, greatest] = [quantile(sorted, QUANTILE), sorted[sorted.length - 1]];
  const direction = new Float64Array(width - from);
  let pairs = 0;
  for (let at = 0; at < neighbourDistances.length; at++) {
    // If many pairs are equally far apart, none may be above the quantile; then those at the maximum count.
    if (!(neighbourDistances[at] > limit || (limit === greatest && neighbourDistances[at] === greatest))) continue;
    const a = Math.floor(at / neighbours) * width + from;
    const b = nearest[at] * width + from;
    for (let j = 0; j < direction.length; j++) direction[j] += (values[a + j] - values[b + j]) ** 2;
    pairs++;
  }
  const norm = Math.sqrt(direction.reduce((sum, part) => sum + part * part, 0));
  return norm > 0 ? { direction: direction.map((part) => part / norm), norm, pairs } : undefined;
}
