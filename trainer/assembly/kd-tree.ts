// Nearest neighbours in a k-d tree, written in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/numeric/neighbours/kd-tree.ts calls it. Pointers are byte addresses in memory that the caller lays out.
//
// Points lie in leaves of LEAF points, each leaf column by column; only the last leaf may have fewer. Node i has the children 2i
// + 1 and 2i + 2. It spans a run of leaves, and each child spans half of the run. Boxes and leaves store f32 coordinates along
// the axes of a basis whose first axes separate points best. The points found are then measured with the original f64
// coordinates.
import { count, firstQuery, lastQuery, measure, neighbourCount, pointAt, queryAt, setBatch, width } from "./nearest-candidates";
import { sumLanes } from "./vector-reductions";

export { setPointLayout } from "./nearest-candidates";

const LEAF: i32 = 16;
/** Bytes of the query between two checks whether all points of a leaf are already too far away. */
const STRETCH: usize = 16;
/** Coordinates are clipped to this, so that no square overflows f32. */
const FURTHEST: f64 = 1e15;
/** Squared length of a query beyond which f32 cannot separate points. The kernel then measures every point. */
const EXACT_BEYOND: f64 = 1e6;
/** Factor on the distance to a box: rounding may have made it too great. */
const ROUNDING: f32 = 0.9999;

let leaves: usize = 0;
/** By node: lower bounds, then upper bounds (f32), `side` bytes each. */
let boxes: usize = 0;
let side: usize = 0;
/** Axes of the basis (f64, `width` numbers each), or 0 if points keep their own axes. */
let basis: usize = 0;
/** Coordinates of a query along the axes (f32). */
let query: usize = 0;
/**
 * Neighbours found, nearest first: the place (i32) and then the squared distance (f32) of each. Read as one number they are in order,
 * since distances are not negative.
 */
let found: usize = 0;

/** Room for four squares. */
let four: usize = 0;

/**
 * Sets the addresses, after those of the points. There is room for `side` bytes at `query`, twice that for each node, and LEAF
 * points in each leaf. Each thread has its own `query`, `found` and `four`.
 */
export function setLayout(leavesAt: usize, boxesAt: usize, basisAt: usize, alongAxesAt: usize, foundAt: usize, fourAt: usize): void {
  leaves = leavesAt;
  boxes = boxesAt;
  basis = basisAt;
  query = alongAxesAt;
  found = foundAt;
  four = fourAt;
  side = ((<usize>width + 3) & ~3) << 2;
}

/** Writes a point's coordinates along the axes into `into`, `step` bytes apart. */
function project(point: usize, into: usize, step: usize): void {
  for (let axis = 0; axis < width; axis++) {
    const along = basis === 0 ? load<f64>(point + ((<usize>axis) << 3)) : dot(basis + ((<usize>(axis * width)) << 3), point);
    store<f32>(into, <f32>min(max(along, -FURTHEST), FURTHEST));
    into += step;
  }
}

function dot(a: usize, b: usize): f64 {
  let pair = f64x2.splat(0);
  const bytes = (<usize>width) << 3;
  const even = bytes & ~15;
  for (let at: usize = 0; at < even; at += 16) pair = f64x2.add(pair, f64x2.mul(v128.load(a + at), v128.load(b + at)));
  const sum = sumLanes(pair);
  return even < bytes ? sum + load<f64>(a + even) * load<f64>(b + even) : sum;
}

/** Fills leaves and boxes from the points. */
export function build(): void {
  fill(0, 0, (count + LEAF - 1) / LEAF);
}

function leafAt(leaf: i32): usize {
  return leaves + ((<usize>(leaf * LEAF * width)) << 2);
}

/** Fills a node that spans the leaves from `first` to before `last`. */
function fill(node: i32, first: i32, last: i32): void {
  if (last - first === 1) {
    fillLeaf(node, first);
    return;
  }
  const middle = (first + last) >> 1;
  fill(2 * node + 1, first, middle);
  fill(2 * node + 2, middle, last);
  const own = boxes + <usize>node * 2 * side;
  const left = boxes + <usize>(2 * node + 1) * 2 * side;
  const right = left + 2 * side;
  for (let at: usize = 0; at < side; at += 16) {
    v128.store(own + at, f32x4.pmin(v128.load(left + at), v128.load(right + at)));
    v128.store(own + side + at, f32x4.pmax(v128.load(left + side + at), v128.load(right + side + at)));
  }
}

/** Fills a leaf and its box. Places of the last leaf without a point are infinitely far away. */
function fillLeaf(node: i32, leaf: i32): void {
  const first = leafAt(leaf);
  for (let place = 0; place < LEAF; place++) {
    const at = first + ((<usize>place) << 2);
    const number = leaf * LEAF + place;
    if (number < count) project(pointAt(number), at, LEAF << 2);
    else for (let j = 0; j < width; j++) store<f32>(at + ((<usize>(j * LEAF)) << 2), Infinity);
  }
  const there = min(LEAF, count - leaf * LEAF);
  const own = boxes + <usize>node * 2 * side;
  for (let j = 0; j < <i32>(side >> 2); j++) {
    let low: f32 = j < width ? Infinity : 0;
    let high: f32 = j < width ? -Infinity : 0;
    for (let place = 0; j < width && place < there; place++) {
      const value = load<f32>(first + ((<usize>(j * LEAF + place)) << 2));
      low = min(low, value);
      high = max(high, value);
    }
    store<f32>(own + ((<usize>j) << 2), low);
    store<f32>(own + side + ((<usize>j) << 2), high);
  }
}

/** Finds `neighbours` points around each query of a batch. There are at least that many points. */
export function search(batch: i32, neighbours: i32, queryCount: i32): void {
  setBatch(batch, neighbours, queryCount);
  for (let number = firstQuery; number < lastQuery; number++) {
    if (dot(queryAt(number), queryAt(number)) > EXACT_BEYOND) measureAll(number);
    else descendFor(number);
  }
}

function descendFor(number: i32): void {
  project(queryAt(number), query, 4);
  for (let at = (<usize>width) << 2; at < side; at += 4) store<f32>(query + at, 0);
  for (let i = 0; i < neighbourCount; i++) store<f32>(found + ((<usize>i) << 3), Infinity, 4);
  descend(0, 0, (count + LEAF - 1) / LEAF);
  for (let i = 0; i < neighbourCount; i++) measure(number, load<i32>(found + ((<usize>i) << 3)), i);
}

/** Measures every point and keeps the nearest. */
function measureAll(number: i32): void {
  for (let place = 0; place < count; place++) measure(number, place, min(place, neighbourCount));
}

/** Returns the squared distance of the furthest neighbour found so far. */
function furthest(): f32 {
  return load<f32>(found + ((<usize>(neighbourCount - 1)) << 3), 4);
}

/** Visits the nearer half first. Visits the other half only if its box is nearer than the furthest neighbour found. */
function descend(node: i32, first: i32, last: i32): void {
  if (last - first === 1) {
    scan(first);
    return;
  }
  const middle = (first + last) >> 1;
  const left = 2 * node + 1;
  const toLeft = distanceToBox(left);
  const toRight = distanceToBox(left + 1);
  if (toLeft <= toRight) {
    if (toLeft < furthest()) descend(left, first, middle);
    if (toRight < furthest()) descend(left + 1, middle, last);
  } else {
    if (toRight < furthest()) descend(left + 1, middle, last);
    if (toLeft < furthest()) descend(left, first, middle);
  }
}

function distanceToBox(node: i32): f32 {
  const low = boxes + <usize>node * 2 * side;
  const high = low + side;
  const zero = f32x4.splat(0);
  let sum = zero;
  for (let at: usize = 0; at < side; at += 16) {
    const value = v128.load(query + at);
    const outside = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(v128.load(low + at), value), f32x4.sub(value, v128.load(high + at))));
    sum = f32x4.add(sum, f32x4.mul(outside, outside));
  }
  sum = f32x4.add(sum, i64x2.shuffle(sum, sum, 1, 0));
  return (f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1)) * ROUNDING;
}

/** Keeps the points of a leaf that are nearer than the furthest neighbour found. */
function scan(leaf: i32): void {
  const limit = f32x4.splat(furthest());
  const last = query + ((<usize>width) << 2);
  let at = leafAt(leaf);
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  for (let q = query; q < last; ) {
    const stop = min(q + STRETCH, last);
    for (; q < stop; q += 4) {
      const value = v128.load32_splat(q);
      const d0 = f32x4.sub(v128.load(at), value);
      const d1 = f32x4.sub(v128.load(at, 16), value);
      const d2 = f32x4.sub(v128.load(at, 32), value);
      const d3 = f32x4.sub(v128.load(at, 48), value);
      s0 = f32x4.add(s0, f32x4.mul(d0, d0));
      s1 = f32x4.add(s1, f32x4.mul(d1, d1));
      s2 = f32x4.add(s2, f32x4.mul(d2, d2));
      s3 = f32x4.add(s3, f32x4.mul(d3, d3));
      at += 64;
    }
    if (!v128.any_true(f32x4.lt(f32x4.pmin(f32x4.pmin(s0, s1), f32x4.pmin(s2, s3)), limit))) return;
  }
  considerCandidates(s0, leaf * LEAF);
  considerCandidates(s1, leaf * LEAF + 4);
  considerCandidates(s2, leaf * LEAF + 8);
  considerCandidates(s3, leaf * LEAF + 12);
}

function considerCandidates(some: v128, first: i32): void {
  v128.store(four, some);
  for (let near = i32x4.bitmask(f32x4.lt(some, f32x4.splat(furthest()))); near !== 0; near &= near - 1) {
    insertCandidate(load<f32>(four + ((<usize>ctz(near)) << 2)), first + ctz(near));
  }
}

function insertCandidate(square: f32, place: i32): void {
  if (!(square < furthest())) return;
  const candidate = ((<u64>reinterpret<u32>(square)) << 32) | <u64>place;
  let at = found + ((<usize>(neighbourCount - 1)) << 3);
  for (; at > found && load<u64>(at - 8) > candidate; at -= 8) store<u64>(at, load<u64>(at - 8));
  store<u64>(at, candidate);
}
