import { type Points, squaredDistance } from "../points.js";
import { quantile } from "../statistics.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";

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
  /** Returns the differences of the pairs that are far apart, in the coordinates from `from` on; undefined if all points are equal. */
  nextDifference(points: Points, from: number): Promise<PairDifference | undefined>;
}

/** Returns 5 % of the points, from 2 to 20 and less than the points, as in CRAN's dobin. */
export function neighbourCount(count: number): number {
  return Math.min(20, Math.max(2, Math.floor(count / 20)), count - 1);
}

/** Returns the squared distances between all points, point by point. */
export async function pairwiseSquaredDistances(
  { count, width, values }: Points,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  const squares = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const square = squaredDistance(values, i * width, values, j * width, width);
      squares[i * count + j] = square;
      squares[j * count + i] = square;
    }
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  return squares;
}

/**
 * Keeps a matrix of squared distances. When an axis is removed, it subtracts each pair's squared difference along the axis
 * instead of computing distances anew.
 */
export class DistanceMatrixPairs implements NeighbourPairs {
  readonly neighbours: number;
  readonly nearest: Int32Array;
  readonly neighbourDistances: Float64Array;
  /** Coordinate of each point along the axis removed last. */
  private readonly coordinates: Float64Array;

  /** `squares` holds the squared distances of `count` points; the instance overwrites it. */
  constructor(
    private readonly squares: Float64Array,
    private readonly count: number,
  ) {
    this.neighbours = neighbourCount(count);
    this.nearest = new Int32Array(count * this.neighbours).fill(-1);
    this.neighbourDistances = new Float64Array(count * this.neighbours);
    this.coordinates = new Float64Array(count);
    // No point is its own neighbour.
    for (let i = 0; i < count; i++) squares[i * count + i] = Number.POSITIVE_INFINITY;
  }

  /** Removes the direction that it returns. */
  async nextDifference(points: Points, from: number): Promise<PairDifference | undefined> {
    if (this.neighbours < 1) return undefined;
    for (let i = 0; i < this.count; i++) {
      this.subtractAxis(i);
      this.findNeighbours(i);
    }
    const difference = sumOfLargeDifferences(this, points, from);
    if (difference) this.projectOnto(points, from, difference.direction);
    return difference;
  }

  private subtractAxis(i: number): void {
    const { squares, count, coordinates: places } = this;
    const own = places[i];
    for (let j = 0, at = i * count; j < count; j++, at++) {
      const difference = own - places[j];
      squares[at] -= difference * difference;
    }
  }

  private findNeighbours(i: number): void {
    const { squares, count, neighbours, nearest, neighbourDistances: distances } = this;
    const own = i * neighbours;
    const last = own + neighbours - 1;
    let furthest = this.upperBound(i);
    distances.fill(Number.POSITIVE_INFINITY, own, last + 1);
    for (let j = 0, from = i * count; j < count; j++) {
      const square = squares[from + j];
      if (square >= furthest) continue;
      let at = last;
      for (; at > own && distances[at - 1] > square; at--) {
        distances[at] = distances[at - 1];
        nearest[at] = nearest[at - 1];
      }
      distances[at] = square;
      nearest[at] = j;
      furthest = Math.min(furthest, distances[last]);
    }
  }

  /** Returns a bound above the squared distances of the previous neighbours. There are enough of them, so no neighbour is further now. */
  private upperBound(i: number): number {
    const { squares, count, neighbours, nearest } = this;
    if (nearest[i * neighbours] < 0) return Number.POSITIVE_INFINITY;
    let greatest = Number.MIN_VALUE;
    for (let at = i * neighbours; at < (i + 1) * neighbours; at++) greatest = Math.max(greatest, squares[i * count + nearest[at]]);
    return 2 * greatest;
  }

  private projectOnto({ width, values }: Points, from: number, direction: Float64Array): void {
    for (let i = 0; i < this.count; i++) {
      let place = 0;
      for (let j = 0; j < direction.length; j++) place += direction[j] * values[i * width + from + j];
      this.coordinates[i] = place;
    }
  }
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
  const limit = quantile(neighbourDistances.slice().sort(), QUANTILE);
  const greatest = neighbourDistances.reduce((max, square) => Math.max(max, square), 0);
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
