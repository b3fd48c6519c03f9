import type { Pace } from "../pace.js";
import { type Points, squaredDistance } from "./points.js";

export interface Clustering {
  centers: Points;
  /** Cluster of each point. */
  clusters: Int32Array;
  /** Sum of squared distances of the points from their centres. */
  inertia: number;
}

/** The centres rest when the squares of their moves add up to less than this share of the points' mean variance: as scikit-learn. */
const TOLERANCE = 1e-4;

/**
 * Lloyd's iterations, skipping by Hamerly's two bounds (2010) the points whose cluster cannot have changed: `upper` is at
 * least the distance from the own centre, `lower` at most that from any other one.
 */
export async function lloyd(points: Points, start: Points, maxIterations: number, pace: Pace): Promise<Clustering> {
  const { count, width } = points;
  const state: State = {
    points,
    centers: { ...start, values: start.values.slice() },
    clusters: new Int32Array(count),
    upper: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    lower: new Float64Array(count),
    ...allInFirst(points, start.count),
  };
  const enough = TOLERANCE * meanVariance(points);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const rest = () => pace.rest(iteration / maxIterations);
    await assign(state, pace.due, rest);
    refill(state);
    if (moveCenters(state) <= enough) break;
  }
  await assign(state, pace.due, () => pace.rest(1));
  const { centers, clusters } = state;
  let inertia = 0;
  for (let i = 0; i < count; i++) inertia += squaredDistance(points.values, i * width, centers.values, clusters[i] * width, width);
  return { centers, clusters, inertia };
}

interface State {
  points: Points;
  centers: Points;
  clusters: Int32Array;
  upper: Float64Array;
  lower: Float64Array;
  /** Sum and number of each cluster's points, kept up to date: few points move in most iterations. */
  sums: Float64Array;
  counts: Int32Array;
}

function allInFirst({ count, width, values }: Points, clusters: number): Pick<State, "sums" | "counts"> {
  const sums = new Float64Array(clusters * width);
  const counts = new Int32Array(clusters);
  counts[0] = count;
  for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) sums[j] += values[i * width + j];
  return { sums, counts };
}

function moveTo({ points, clusters, sums, counts }: State, i: number, cluster: number): void {
  const { width, values } = points;
  const own = clusters[i];
  if (own === cluster) return;
  for (let j = 0; j < width; j++) {
    sums[own * width + j] -= values[i * width + j];
    sums[cluster * width + j] += values[i * width + j];
  }
  counts[own]--;
  counts[cluster]++;
  clusters[i] = cluster;
}

/** Points between two looks at the clock. */
const STRETCH = 256;

async function assign(state: State, due: () => boolean, rest: () => Promise<void>): Promise<void> {
  const near = halfDistances(state.centers);
  for (let from = 0; from < state.points.count; from += STRETCH) {
    assignStretch(state, near, from, Math.min(from + STRETCH, state.points.count));
    if (due()) await rest();
  }
}

function assignStretch(state: State, near: Float64Array, from: number, to: number): void {
  const { points, centers, clusters, upper, lower } = state;
  const { width, values } = points;
  for (let i = from; i < to; i++) {
    const own = clusters[i];
    const bound = Math.max(near[own], lower[i]);
    if (upper[i] <= bound) continue;
    upper[i] = Math.sqrt(squaredDistance(values, i * width, centers.values, own * width, width));
    if (upper[i] > bound) search(state, i);
  }
}

/** Compares a point with every centre. */
function search(state: State, i: number): void {
  const { points, centers, upper, lower } = state;
  const { width, values } = points;
  let best = 0;
  let first = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (let k = 0; k < centers.count; k++) {
    const distance = squaredDistance(values, i * width, centers.values, k * width, width);
    if (distance < first) {
      second = first;
      first = distance;
      best = k;
    } else if (distance < second) second = distance;
  }
  moveTo(state, i, best);
  upper[i] = Math.sqrt(first);
  lower[i] = Math.sqrt(second);
}

/** Half of each centre's distance from the nearest other one: a point nearer than that belongs to it. */
function halfDistances({ count, width, values }: Points): Float64Array {
  const half = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      if (a !== b) half[a] = Math.min(half[a], Math.sqrt(squaredDistance(values, a * width, values, b * width, width)) / 2);
    }
  }
  return half;
}

/** Moves each centre to the mean of its points, and the bounds with it. Returns the sum of squared moves. */
function moveCenters({ points, centers, clusters, upper, lower, sums, counts }: State): number {
  const { width, values } = centers;
  const means = sums.map((sum, at) => (counts[Math.floor(at / width)] > 0 ? sum / counts[Math.floor(at / width)] : values[at]));
  const moves = new Float64Array(centers.count);
  let squares = 0;
  let furthest = 0;
  for (let k = 0; k < centers.count; k++) {
    const square = squaredDistance(means, k * width, values, k * width, width);
    moves[k] = Math.sqrt(square);
    squares += square;
    furthest = Math.max(furthest, moves[k]);
  }
  for (let i = 0; i < points.count; i++) {
    upper[i] += moves[clusters[i]];
    lower[i] -= furthest;
  }
  values.set(means);
  return squares;
}

/** A cluster that lost all its points takes the one that is furthest from its centre, while points differ. */
function refill(state: State): void {
  const { counts, upper, lower } = state;
  for (let k = 0; k < counts.length; k++) {
    const furthest = counts[k] > 0 ? -1 : furthestPoint(state);
    if (furthest < 0) continue;
    moveTo(state, furthest, k);
    upper[furthest] = Number.POSITIVE_INFINITY;
    lower[furthest] = 0;
  }
}

/** Of a cluster with more than one point, and away from its centre; -1 when there is none. */
function furthestPoint({ points, centers, clusters, counts }: State): number {
  const { count, width, values } = points;
  let furthest = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    if (counts[clusters[i]] < 2) continue;
    const distance = squaredDistance(values, i * width, centers.values, clusters[i] * width, width);
    if (distance > most) {
      most = distance;
      furthest = i;
    }
  }
  return furthest;
}

function meanVariance({ count, width, values }: Points): number {
  const means = new Float64Array(width);
  for (let at = 0; at < values.length; at++) means[at % width] += values[at] / count;
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += (values[at] - means[at % width]) ** 2;
  return squares / count / width;
}
