import { type Points, squaredDistance } from "../../numeric/points.js";
import type { CentersWasm } from "./centers-wasm.js";

export interface Clustering {
  centers: Points;
  /** Cluster of each row. */
  clusters: Int32Array;
  /** Number of rows of each cluster. */
  counts: Int32Array;
  /** Sum of squared distances of the rows from their centers. */
  inertia: number;
}

export interface LloydOptions {
  maxIterations: number;
  /** The iterations end when the squared moves of the centers sum to at most this. */
  tolerance: number;
  /** Sum over the rows of each column. */
  columnSums: Float64Array;
}

/**
 * Runs Lloyd's iterations. Hamerly's two bounds (2010) skip the rows whose cluster cannot have changed: `upper` is at least the
 * distance from the row's center, `lower` at most the distance from any other.
 */
export function lloyd(wasm: CentersWasm, start: Points, { maxIterations, tolerance, columnSums }: LloydOptions): Clustering {
  const centers = { ...start, values: start.values.slice() };
  initialise(wasm, columnSums);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    assignRows(wasm, centers);
    refillEmptyClusters(wasm, centers);
    if (moveCenters(wasm, centers) <= tolerance) break;
  }
  wasm.upper.fill(Number.POSITIVE_INFINITY);
  assignRows(wasm, centers);
  return { centers, clusters: wasm.clusters.slice(), counts: wasm.counts.slice(), inertia: sumOfSquares(wasm.upper) };
}

function sumOfSquares(distances: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < distances.length; i++) sum += distances[i] * distances[i];
  return sum;
}

/** Puts all rows into the first cluster. */
function initialise(wasm: CentersWasm, total: Float64Array): void {
  wasm.clusters.fill(0);
  wasm.counts.fill(0);
  wasm.counts[0] = wasm.sizes.rows;
  wasm.sums.fill(0);
  wasm.sums.set(total);
  wasm.upper.fill(Number.POSITIVE_INFINITY);
  wasm.lower.fill(0);
  wasm.moves.fill(0);
}

function assignRows(wasm: CentersWasm, centers: Points): void {
  setHalfDistances(wasm.halfNearestDistance, centers);
  wasm.setCenters(centers);
  wasm.assignRows();
}

/** Writes half of each center's distance from the nearest other center. A row nearer than that belongs to the center. */
function setHalfDistances(half: Float64Array, { count, width, values }: Points): void {
  half.fill(Number.POSITIVE_INFINITY);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const distance = Math.sqrt(squaredDistance(values, a * width, values, b * width, width)) / 2;
      half[a] = Math.min(half[a], distance);
      half[b] = Math.min(half[b], distance);
    }
  }
}

/** Moves each center to the mean of its rows. Returns the sum of squared moves. */
function moveCenters({ sums, counts, moves }: CentersWasm, { count, width, values }: Points): number {
  const means = sums.map((sum, at) => (counts[Math.floor(at / width)] > 0 ? sum / counts[Math.floor(at / width)] : values[at]));
  let squares = 0;
  for (let k = 0; k < count; k++) {
    const square = squaredDistance(means, k * width, values, k * width, width);
    moves[k] = Math.sqrt(square);
    squares += square;
  }
  values.set(means);
  return squares;
}

/** Gives each empty cluster the row that is furthest from its center, while rows differ. */
function refillEmptyClusters(wasm: CentersWasm, centers: Points): void {
  for (let k = 0; k < centers.count; k++) {
    const furthest = wasm.counts[k] > 0 ? -1 : furthestRow(wasm, centers);
    if (furthest < 0) continue;
    wasm.moveRow(furthest, k);
    wasm.upper[furthest] = Number.POSITIVE_INFINITY;
    wasm.lower[furthest] = 0;
  }
}

/** Returns the row furthest from its center, in a cluster of more than one row; -1 if no row is away from its center. */
function furthestRow(wasm: CentersWasm, { width, values }: Points): number {
  const { clusters, counts } = wasm;
  let furthest = -1;
  let greatest = 0;
  for (let i = 0; i < clusters.length; i++) {
    if (counts[clusters[i]] < 2) continue;
    const distance = squaredDistance(wasm.rowOf(i), 0, values, clusters[i] * width, width);
    if (distance > greatest) {
      greatest = distance;
      furthest = i;
    }
  }
  return furthest;
}
