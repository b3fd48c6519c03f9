// Squared distances between all points, from which axes are removed one after the other, written in AssemblyScript. build.mjs
// compiles it to WebAssembly with SIMD; src/numeric/rotations/matrix-pairs.ts calls it. Threads share the memory: each handles
// other rows of the matrix.
//
// Points lie column by column (f64). A column, and a row of the matrix, has `stride` bytes, a multiple of 64. Places after the last
// point are infinitely far from all points.

let count: i32 = 0;
let width: i32 = 0;
let stride: usize = 0;
let columns: usize = 0;
let squares: usize = 0;
/** Coordinate of each point along the axis that is removed (f64). */
let coordinates: usize = 0;
/** Number of neighbours of a point; their numbers (i32), below 0 before the first search, and squared distances (f64), nearest first. */
let neighbours: i32 = 0;
let nearest: usize = 0;
let distances: usize = 0;

export function setLayout(
  points: i32,
  pointWidth: i32,
  bytesOfRow: usize,
  neighbourCount: i32,
  columnsAt: usize,
  squaresAt: usize,
  coordinatesAt: usize,
  nearestAt: usize,
  distancesAt: usize,
): void {
  count = points;
  width = pointWidth;
  stride = bytesOfRow;
  neighbours = neighbourCount;
  columns = columnsAt;
  squares = squaresAt;
  coordinates = coordinatesAt;
  nearest = nearestAt;
  distances = distancesAt;
}

function rowAt(i: i32): usize {
  return squares + <usize>i * stride;
}

/** Fills the rows of a part: those from `from` + `part` · `partRows` on, before `to`. A point is infinitely far from itself. */
export function measurePart(part: i32, partRows: i32, from: i32, to: i32): void {
  const first = from + part * partRows;
  const end = (<usize>count) << 3;
  for (let i = first; i < min(first + partRows, to); i++) {
    const row = rowAt(i);
    for (let at: usize = 0; at < stride; at += 64) measureEight(i, at, row + at);
    for (let at = end; at < stride; at += 8) store<f64>(row + at, Infinity);
    store<f64>(row + ((<usize>i) << 3), Infinity);
  }
}

/** Writes the squared distances between point i and eight points, summed in the order of the columns. */
function measureEight(i: i32, at: usize, to: usize): void {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let column = columns;
  const own = (<usize>i) << 3;
  for (let j = 0; j < width; j++) {
    const value = v128.load64_splat(column + own);
    const d0 = f64x2.sub(value, v128.load(column + at));
    const d1 = f64x2.sub(value, v128.load(column + at, 16));
    const d2 = f64x2.sub(value, v128.load(column + at, 32));
    const d3 = f64x2.sub(value, v128.load(column + at, 48));
    s0 = f64x2.add(s0, f64x2.mul(d0, d0));
    s1 = f64x2.add(s1, f64x2.mul(d1, d1));
    s2 = f64x2.add(s2, f64x2.mul(d2, d2));
    s3 = f64x2.add(s3, f64x2.mul(d3, d3));
    column += stride;
  }
  v128.store(to, s0);
  v128.store(to, s1, 16);
  v128.store(to, s2, 32);
  v128.store(to, s3, 48);
}

/** Subtracts the squared differences along the axis in the rows of a part, and finds the neighbours of their points. */
export function removeAxisPart(part: i32, partRows: i32): void {
  const first = part * partRows;
  for (let i = first; i < min(first + partRows, count); i++) removeAxis(i);
}

function removeAxis(i: i32): void {
  const row = rowAt(i);
  const places = nearest + ((<usize>(i * neighbours)) << 2);
  const found = distances + ((<usize>(i * neighbours)) << 3);
  const last = (<usize>(neighbours - 1)) << 3;
  const own = load<f64>(coordinates + ((<usize>i) << 3));
  let furthest = upperBound(row, places, own);
  for (let at: usize = 0; at <= last; at += 8) store<f64>(found + at, Infinity);
  const all = f64x2.splat(own);
  for (let at: usize = 0; at < stride; at += 16) {
    const difference = f64x2.sub(all, v128.load(coordinates + at));
    const pair = f64x2.sub(v128.load(row + at), f64x2.mul(difference, difference));
    v128.store(row + at, pair);
    if (!v128.any_true(f64x2.lt(pair, f64x2.splat(furthest)))) continue;
    const number = <i32>(at >> 3);
    furthest = insert(f64x2.extract_lane(pair, 0), number, furthest, places, found);
    furthest = insert(f64x2.extract_lane(pair, 1), number + 1, furthest, places, found);
  }
}

/**
 * Returns a bound above the squared distances of the previous neighbours without the axis. There are enough of them, so no neighbour
 * is further now.
 */
function upperBound(row: usize, places: usize, own: f64): f64 {
  if (load<i32>(places) < 0) return Infinity;
  let greatest: f64 = f64.MIN_VALUE;
  for (let k = 0; k < neighbours; k++) {
    const at = (<usize>load<i32>(places + ((<usize>k) << 2))) << 3;
    const difference = own - load<f64>(coordinates + at);
    greatest = max(greatest, load<f64>(row + at) - difference * difference);
  }
  return 2 * greatest;
}

/** Inserts a point in order if it is near enough, and returns the new bound. */
function insert(square: f64, number: i32, furthest: f64, places: usize, found: usize): f64 {
  if (!(square < furthest)) return furthest;
  let at = neighbours - 1;
  for (; at > 0 && load<f64>(found + ((<usize>(at - 1)) << 3)) > square; at--) {
    store<f64>(found + ((<usize>at) << 3), load<f64>(found + ((<usize>(at - 1)) << 3)));
    store<i32>(places + ((<usize>at) << 2), load<i32>(places + ((<usize>(at - 1)) << 2)));
  }
  store<f64>(found + ((<usize>at) << 3), square);
  store<i32>(places + ((<usize>at) << 2), number);
  return min(furthest, load<f64>(found + ((<usize>(neighbours - 1)) << 3)));
}
