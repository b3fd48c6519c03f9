// Nearest points found so far around each query, in AssemblyScript. Distances are measured in f64. The search kernels
// kd-tree.ts and brute-force.ts use it. Several threads search for different batches of queries in the same memory.
import { sumLanes } from "./vector-reductions";

/** Queries of a batch, the same as in src/numeric/neighbours/neighbour-index.ts. */
const BATCH: i32 = 16;

export let count: i32 = 0;
export let width: i32 = 0;
/** Points and queries (f64), one after the other. */
export let points: usize = 0;
export let queries: usize = 0;

/** Number of neighbours of each query, their squared distances (f64) and their places (i32), query by query, nearest first. */
export let neighbourCount: i32 = 0;
let squares: usize = 0;
let places: usize = 0;

export function setPointLayout(pointCount: i32, columns: i32, pointsAt: usize, queriesAt: usize, squaresAt: usize, placesAt: usize): void {
  count = pointCount;
  width = columns;
  points = pointsAt;
  queries = queriesAt;
  squares = squaresAt;
  places = placesAt;
}

/** Queries of the batch: from `firstQuery` to before `lastQuery`. */
export let firstQuery: i32 = 0;
export let lastQuery: i32 = 0;

/** Sets the batch, the number of neighbours of each query, and the number of queries in all batches. */
export function setBatch(batch: i32, neighbours: i32, queryCount: i32): void {
  neighbourCount = neighbours;
  firstQuery = batch * BATCH;
  lastQuery = min(firstQuery + BATCH, queryCount);
}

export function pointAt(place: i32): usize {
  return points + ((<usize>(place * width)) << 3);
}

export function queryAt(query: i32): usize {
  return queries + ((<usize>(query * width)) << 3);
}

/** Returns the address of the places of the query's neighbours. */
function placesOf(query: i32): usize {
  return places + ((<usize>(query * neighbourCount)) << 2);
}

/** Returns the squared distance of the furthest neighbour, once `neighbourCount` neighbours are found. */
export function furthestOf(query: i32): f64 {
  return load<f64>(squares + ((<usize>((query + 1) * neighbourCount - 1)) << 3));
}

/**
 * Measures a point and inserts it in order among the first `filled` neighbours; the last one may drop out. Of points at the same
 * distance the one whose place is first is nearer, so that the order in which points are measured does not matter. Returns whether
 * it was near enough.
 */
export function measure(query: i32, place: i32, filled: i32): bool {
  const square = squareBetween(pointAt(place), queryAt(query));
  const own = squares + ((<usize>(query * neighbourCount)) << 3);
  const ownPlaces = placesOf(query);
  let at = filled;
  if (filled === neighbourCount) {
    at--;
    if (!isBefore(square, place, own, ownPlaces, at)) return false;
  }
  for (; at > 0 && isBefore(square, place, own, ownPlaces, at - 1); at--) {
    store<f64>(own + ((<usize>at) << 3), load<f64>(own + ((<usize>(at - 1)) << 3)));
    store<i32>(ownPlaces + ((<usize>at) << 2), load<i32>(ownPlaces + ((<usize>(at - 1)) << 2)));
  }
  store<f64>(own + ((<usize>at) << 3), square);
  store<i32>(ownPlaces + ((<usize>at) << 2), place);
  return true;
}

/** Returns whether a point is nearer than neighbour `at`. */
function isBefore(square: f64, place: i32, own: usize, ownPlaces: usize, at: i32): bool {
  const other = load<f64>(own + ((<usize>at) << 3));
  return square < other || (square === other && place < load<i32>(ownPlaces + ((<usize>at) << 2)));
}

/**
 * Returns the squared distance of two points. It adds the numbers in the same order in every kernel, so that the same two points
 * have the same distance. It keeps four sums, so that no addition waits for the previous one.
 */
function squareBetween(a: usize, b: usize): f64 {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  const bytes = (<usize>width) << 3;
  const whole = bytes & ~63;
  let at: usize = 0;
  for (; at < whole; at += 64) {
    const d0 = f64x2.sub(v128.load(a + at), v128.load(b + at));
    const d1 = f64x2.sub(v128.load(a + at, 16), v128.load(b + at, 16));
    const d2 = f64x2.sub(v128.load(a + at, 32), v128.load(b + at, 32));
    const d3 = f64x2.sub(v128.load(a + at, 48), v128.load(b + at, 48));
    s0 = f64x2.add(s0, f64x2.mul(d0, d0));
    s1 = f64x2.add(s1, f64x2.mul(d1, d1));
    s2 = f64x2.add(s2, f64x2.mul(d2, d2));
    s3 = f64x2.add(s3, f64x2.mul(d3, d3));
  }
  for (; at + 16 <= bytes; at += 16) {
    const difference = f64x2.sub(v128.load(a + at), v128.load(b + at));
    s0 = f64x2.add(s0, f64x2.mul(difference, difference));
  }
  let sum = sumLanes(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
  if (at < bytes) {
    const difference = load<f64>(a + at) - load<f64>(b + at);
    sum += difference * difference;
  }
  return sum;
}
