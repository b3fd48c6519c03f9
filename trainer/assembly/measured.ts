// The nearest points found so far around each of several queries, measured with all 8 bytes of their numbers, in AssemblyScript:
// for the kernels that look for them (neighbours.ts, all-points.ts).

export let count: i32 = 0;
export let width: i32 = 0;
/** Points, and queries, one after the other (f64). */
export let points: usize = 0;
export let queries: usize = 0;

/** How many are found around each query; their squares (f64) and places (i32), query after query, the nearest first. */
export let wanted: i32 = 0;
let squares: usize = 0;
let places: usize = 0;

export function layOutPoints(pointCount: i32, columns: i32, pointsAt: usize, queriesAt: usize, squaresAt: usize, placesAt: usize): void {
  count = pointCount;
  width = columns;
  points = pointsAt;
  queries = queriesAt;
  squares = squaresAt;
  places = placesAt;
}

/** From now on so many points are found around each query. */
export function want(neighbours: i32): void {
  wanted = neighbours;
}

export function pointAt(place: i32): usize {
  return points + ((<usize>(place * width)) << 3);
}

export function queryAt(query: i32): usize {
  return queries + ((<usize>(query * width)) << 3);
}

/** Where the places of what was found around the query are. */
export function placesOf(query: i32): usize {
  return places + ((<usize>(query * wanted)) << 2);
}

/** The square of the furthest of the points found, once there are as many as wanted. */
export function furthestOf(query: i32): f64 {
  return load<f64>(squares + ((<usize>((query + 1) * wanted - 1)) << 3));
}

/** Measures a point and puts it among the first `filled` ones, in order, of which the last may drop out; tells whether it was near enough. */
export function measure(query: i32, place: i32, filled: i32): bool {
  const square = squareBetween(pointAt(place), queryAt(query));
  const own = squares + ((<usize>(query * wanted)) << 3);
  const ownPlaces = placesOf(query);
  let at = filled;
  if (filled === wanted) {
    if (!(square < load<f64>(own + ((<usize>(wanted - 1)) << 3)))) return false;
    at--;
  }
  for (; at > 0 && load<f64>(own + ((<usize>(at - 1)) << 3)) > square; at--) {
    store<f64>(own + ((<usize>at) << 3), load<f64>(own + ((<usize>(at - 1)) << 3)));
    store<i32>(ownPlaces + ((<usize>at) << 2), load<i32>(ownPlaces + ((<usize>(at - 1)) << 2)));
  }
  store<f64>(own + ((<usize>at) << 3), square);
  store<i32>(ownPlaces + ((<usize>at) << 2), place);
  return true;
}

/** Pairs of numbers are added one after the other, so that the same two points are at the same distance whichever kernel looks. */
function squareBetween(a: usize, b: usize): f64 {
  let pair = f64x2.splat(0);
  const bytes = (<usize>width) << 3;
  const even = bytes & ~15;
  for (let at: usize = 0; at < even; at += 16) {
    const difference = f64x2.sub(v128.load(a + at), v128.load(b + at));
    pair = f64x2.add(pair, f64x2.mul(difference, difference));
  }
  let sum = f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  if (even < bytes) {
    const difference = load<f64>(a + even) - load<f64>(b + even);
    sum += difference * difference;
  }
  return sum;
}
