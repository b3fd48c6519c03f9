// Exact nearest neighbours by brute force, written in AssemblyScript. It serves points of so many columns that a k-d tree could
// skip no box. build.mjs compiles it to WebAssembly with SIMD; src/numeric/neighbours/brute-force.ts calls it.
//
// The kernel keeps a second copy of the points as 2-byte integers, because one instruction multiplies and adds eight of them.
// |p|² + |q|² − 2 p·q of the integers gives a lower bound of the distance, since numbers beyond the range are clipped to it. Only
// points that pass this bound are measured. The kernel compares two queries at a time with a leaf of LEAF points, so that each
// point is loaded once for both. It compares each leaf with all queries before the next leaf, so that the leaf stays in the L1
// cache.
//
// A leaf stores pairs of columns; each pair holds the LEAF points side by side (i16). After each stretch of pairs it stores half
// of each point's squared length so far (i32). The partial sum is enough to skip a leaf that is too far away. A query has the
// same layout, as a leaf of one point.
import { count, firstQuery, furthestOf, lastQuery, measure, neighbourCount, pointAt, queryAt, setBatch, width } from "./nearest-candidates";

export { setPointLayout } from "./nearest-candidates";

const LEAF: i32 = 16;
/** Largest absolute value, in standard deviations of a standardised column. Values beyond it are clipped. */
const RANGE: f64 = 8;
/** Columns in a stretch: a multiple of 4, the same as in src/numeric/neighbours/brute-force.ts. */
const STRETCH: i32 = 64;
/** Adding this to a number leaves the nearest integer in the lower 32 bits. */
const TO_WHOLE: f64 = 6755399441055744;

let leaves: usize = 0;
let leafBytes: usize = 0;
/** Queries as 2-byte integers. */
let quantised: usize = 0;
let quantisedBytes: usize = 0;
/** Half of the square below which a point may be near, for each query (i32). */
let limits: usize = 0;

/** Value of one integer step, and the square root of the number of columns. A distance may be wrong by that many steps. */
let unit: f64 = 0;
let rounding: f64 = 0;

/** Sets the addresses, after those of the points. Each leaf has room for LEAF times the bytes of a query. */
export function setLayout(leavesAt: usize, quantisedAt: usize, bytes: usize, limitsAt: usize): void {
  leaves = leavesAt;
  quantised = quantisedAt;
  quantisedBytes = bytes;
  leafBytes = bytes * LEAF;
  limits = limitsAt;
  // Sums of squared differences stay below 2³¹.
  unit = (2 * RANGE) / Math.floor(Math.sqrt(<f64>i32.MAX_VALUE / <f64>(width + 1)) - 1);
  rounding = Math.sqrt(<f64>width);
}

/** Fills the leaves. */
export function build(): void {
  for (let place = 0; place < count; place++) {
    quantise(pointAt(place), leaves + <usize>(place / LEAF) * leafBytes + ((<usize>(place % LEAF)) << 2), LEAF << 2);
  }
}

/** Writes a point as integers into `into`. Consecutive pairs, and half squares, are `step` bytes apart. */
function quantise(point: usize, into: usize, step: usize): void {
  let square = i32x4.splat(0);
  for (let j = 0; j < width; j += 4) {
    const four = quantisedOf(point + ((<usize>j) << 3), width - j);
    square = i32x4.add(square, i32x4.dot_i16x8_s(four, four));
    store<i32>(into, i32x4.extract_lane(four, 0));
    store<i32>(into + step, i32x4.extract_lane(four, 1));
    into += 2 * step;
    if ((j + 4) % STRETCH === 0 || j + 4 >= width) {
      store<i32>(into, (i32x4.extract_lane(square, 0) + i32x4.extract_lane(square, 1)) >> 1);
      into += step;
    }
  }
}

/** Returns four numbers as 2-byte integers in the lower half; the upper half is 0. Numbers past the first `left` are 0. */
function quantisedOf(at: usize, left: i32): v128 {
  const first = left > 1 ? v128.load(at) : v128.load64_zero(at);
  const second = left > 3 ? v128.load(at, 16) : left > 2 ? v128.load64_zero(at, 16) : f64x2.splat(0);
  const whole = v128.shuffle<i32>(quantisedPair(first), quantisedPair(second), 0, 2, 4, 6);
  return i16x8.narrow_i32x4_s(whole, i32x4.splat(0));
}

function quantisedPair(pair: v128): v128 {
  const within = f64x2.pmin(f64x2.splat(RANGE), f64x2.pmax(f64x2.splat(-RANGE), pair));
  return f64x2.add(f64x2.mul(within, f64x2.splat(1 / unit)), f64x2.splat(TO_WHOLE));
}

/** Finds `neighbours` points around each query of a batch. There are at least that many points. */
export function search(batch: i32, neighbours: i32, queryCount: i32): void {
  setBatch(batch, neighbours, queryCount);
  for (let query = firstQuery; query < lastQuery; query++) {
    quantise(queryAt(query), quantised + <usize>query * quantisedBytes, 4);
    for (let place = 0; place < neighbourCount; place++) measure(query, place, place);
    setLimit(query);
  }
  for (let leaf = neighbourCount / LEAF; leaf * LEAF < count; leaf++) {
    for (let query = firstQuery; query < lastQuery; query += 2) scan(leaf, query, min(query + 1, lastQuery - 1));
  }
}

/**
 * Sets the query's limit. The halves of both squared lengths are rounded down: the limit allows 1 for its own rounding and 2 for
 * theirs.
 */
function setLimit(query: i32): void {
  const far = Math.sqrt(furthestOf(query)) / unit + rounding;
  const square = far * far < <f64>i32.MAX_VALUE - 3 ? <i32>(far * far) + 3 : i32.MAX_VALUE;
  store<i32>(limits + ((<usize>query) << 2), square >> 1);
}

function limitOf(query: i32): i32 {
  return load<i32>(limits + ((<usize>query) << 2));
}

/** Compares a leaf with two queries. a0 to a3 and b0 to b3 hold the dot products with its points, four points each. */
function scan(leaf: i32, queryA: i32, queryB: i32): void {
  let at = leaves + <usize>leaf * leafBytes;
  let a = quantised + <usize>queryA * quantisedBytes;
  let b = quantised + <usize>queryB * quantisedBytes;
  const last = a + quantisedBytes - 4;
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  while (true) {
    for (const stop = min(a + 2 * STRETCH, last); a < stop; a += 4) {
      const numberOfA = v128.load32_splat(a);
      const numberOfB = v128.load32_splat(b);
      let some = v128.load(at);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(some, numberOfA));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(some, numberOfB));
      some = v128.load(at, 16);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(some, numberOfA));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(some, numberOfB));
      some = v128.load(at, 32);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(some, numberOfA));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(some, numberOfB));
      some = v128.load(at, 48);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(some, numberOfA));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(some, numberOfB));
      at += 64;
      b += 4;
    }
    const ofA = i32x4.splat(load<i32>(a) - limitOf(queryA));
    const ofB = i32x4.splat(load<i32>(b) - limitOf(queryB));
    const h0 = v128.load(at);
    const h1 = v128.load(at, 16);
    const h2 = v128.load(at, 32);
    const h3 = v128.load(at, 48);
    const m0 = v128.or(i32x4.gt_s(i32x4.sub(a0, h0), ofA), i32x4.gt_s(i32x4.sub(b0, h0), ofB));
    const m1 = v128.or(i32x4.gt_s(i32x4.sub(a1, h1), ofA), i32x4.gt_s(i32x4.sub(b1, h1), ofB));
    const m2 = v128.or(i32x4.gt_s(i32x4.sub(a2, h2), ofA), i32x4.gt_s(i32x4.sub(b2, h2), ofB));
    const m3 = v128.or(i32x4.gt_s(i32x4.sub(a3, h3), ofA), i32x4.gt_s(i32x4.sub(b3, h3), ofB));
    if (!v128.any_true(v128.or(v128.or(m0, m1), v128.or(m2, m3)))) return;
    if (a === last) break;
    a += 4;
    b += 4;
    at += 64;
  }
  considerCandidates(queryA, load<i32>(a), a0, at, leaf * LEAF);
  considerCandidates(queryA, load<i32>(a), a1, at + 16, leaf * LEAF + 4);
  considerCandidates(queryA, load<i32>(a), a2, at + 32, leaf * LEAF + 8);
  considerCandidates(queryA, load<i32>(a), a3, at + 48, leaf * LEAF + 12);
  if (queryA === queryB) return;
  considerCandidates(queryB, load<i32>(b), b0, at, leaf * LEAF);
  considerCandidates(queryB, load<i32>(b), b1, at + 16, leaf * LEAF + 4);
  considerCandidates(queryB, load<i32>(b), b2, at + 32, leaf * LEAF + 8);
  considerCandidates(queryB, load<i32>(b), b3, at + 48, leaf * LEAF + 12);
}

/**
 * Measures those of four points that may be near. Takes their dot products, and half the squared lengths of the query and of each
 * point. The first `neighbourCount` points are measured already.
 */
function considerCandidates(query: i32, half: i32, products: v128, halves: usize, first: i32): void {
  const near = i32x4.gt_s(i32x4.sub(products, v128.load(halves)), i32x4.splat(half - limitOf(query)));
  for (let left = i32x4.bitmask(near); left !== 0; left &= left - 1) {
    const place = first + ctz(left);
    if (place >= neighbourCount && place < count && measure(query, place, neighbourCount)) setLimit(query);
  }
}
