// The nearest points of queries in a k-d tree, in AssemblyScript: compiled to WebAssembly with SIMD by build.mjs, called by
// src/numeric/neighbours/kd-tree.ts. Pointers are byte addresses in the memory that the caller lays out.
//
// Points lie in leaves of LEAF, only the last one may have fewer, each leaf column by column. Node i has the children 2i + 1
// and 2i + 2, and a run of leaves, half of it theirs. Boxes and leaves have numbers of 4 bytes, along the axes of a basis in
// which the first ones tell points apart best; what is found is then measured with all 8 bytes of the numbers given.
import { count, measure, placesOf, pointAt, queryAt, want, wanted, width } from "./measured";

export { layOutPoints } from "./measured";

const LEAF: i32 = 16;
/** Columns between two looks whether all points of a leaf are too far already, in bytes of the query. */
const STRETCH: usize = 16;
/** Numbers beyond this count as this, so that no square overflows 4 bytes. */
const FURTHEST: f64 = 1e15;
/** The squared length of a query beyond which 4 bytes cannot tell points apart: then each point is measured. */
const FAR: f64 = 1e6;
/** A box may be nearer than its rounded distance. */
const ROUNDING: f32 = 0.9999;

let leaves: usize = 0;
/** By node: least numbers, then greatest ones (f32), `side` bytes each. */
let boxes: usize = 0;
let side: usize = 0;
/** Axis after axis (f64, `width` numbers each); no address: points keep their own. */
let basis: usize = 0;
/** A query along the axes (f32). */
let query: usize = 0;
/** What was found around it: squares (f32) and places, the nearest first. */
let squares: usize = 0;
let places: usize = 0;

/** There is room for `side` bytes at `query`, twice that for each node, and for LEAF points in each leaf. */
export function layOut(leavesAt: usize, boxesAt: usize, basisAt: usize, alongAxesAt: usize, squaresAt: usize): void {
  leaves = leavesAt;
  boxes = boxesAt;
  basis = basisAt;
  query = alongAxesAt;
  squares = squaresAt;
  side = ((<usize>width + 3) & ~3) << 2;
}

/** Writes a point's numbers along the axes into `into`, `step` bytes apart. */
function turn(point: usize, into: usize, step: usize): void {
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
  const sum = f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
  return even < bytes ? sum + load<f64>(a + even) * load<f64>(b + even) : sum;
}

/** Fills leaves and boxes from the points. */
export function build(): void {
  fill(0, 0, (count + LEAF - 1) / LEAF);
}

function leafAt(leaf: i32): usize {
  return leaves + ((<usize>(leaf * LEAF * width)) << 2);
}

/** Fills a node whose leaves are those from `first` to before `last`. */
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

/** Places of the last leaf that have no point are infinitely far. */
function fillLeaf(node: i32, leaf: i32): void {
  const first = leafAt(leaf);
  for (let place = 0; place < LEAF; place++) {
    const at = first + ((<usize>place) << 2);
    const number = leaf * LEAF + place;
    if (number < count) turn(pointAt(number), at, LEAF << 2);
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

/** Finds so many points, at most as many as there are, around each of the first `asked` queries. */
export function find(neighbours: i32, asked: i32): void {
  want(neighbours);
  for (let number = 0; number < asked; number++) {
    if (dot(queryAt(number), queryAt(number)) > FAR) measureAll(number);
    else descendFor(number);
  }
}

function descendFor(number: i32): void {
  places = placesOf(number);
  turn(queryAt(number), query, 4);
  for (let at = (<usize>width) << 2; at < side; at += 4) store<f32>(query + at, 0);
  for (let i = 0; i < wanted; i++) store<f32>(squares + ((<usize>i) << 2), Infinity);
  descend(0, 0, (count + LEAF - 1) / LEAF);
  for (let i = 0; i < wanted; i++) measure(number, load<i32>(places + ((<usize>i) << 2)), i);
}

/** Measures every point, and keeps the nearest. */
function measureAll(number: i32): void {
  for (let place = 0; place < count; place++) measure(number, place, min(place, wanted));
}

/** The square of the furthest point found so far. */
function furthest(): f32 {
  return load<f32>(squares + ((<usize>(wanted - 1)) << 2));
}

/** Visits the nearer half first; the other one only when its box is nearer than the furthest point found. */
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

/** Keeps the points of a leaf that are nearer than the furthest one found. */
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
  consider(s0, leaf * LEAF);
  consider(s1, leaf * LEAF + 4);
  consider(s2, leaf * LEAF + 8);
  consider(s3, leaf * LEAF + 12);
}

/** Four squares. */
const four: usize = memory.data(16, 16);

function consider(some: v128, first: i32): void {
  v128.store(four, some);
  for (let near = i32x4.bitmask(f32x4.lt(some, f32x4.splat(furthest()))); near !== 0; near &= near - 1) {
    keep(load<f32>(four + ((<usize>ctz(near)) << 2)), first + ctz(near));
  }
}

function keep(square: f32, place: i32): void {
  if (!(square < furthest())) return;
  let at = (<usize>(wanted - 1)) << 2;
  for (; at > 0 && load<f32>(squares + at - 4) > square; at -= 4) {
    store<f32>(squares + at, load<f32>(squares + at - 4));
    store<i32>(places + at, load<i32>(places + at - 4));
  }
  store<f32>(squares + at, square);
  store<i32>(places + at, place);
}
