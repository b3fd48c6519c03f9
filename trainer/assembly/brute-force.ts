// Exact nearest neighbours by brute force, written in AssemblyScript. It serves points of so many columns that a k-d tree could
// skip no box. build.mjs compiles it to WebAssembly with SIMD; src/numeric/neighbours/brute-force.ts calls it.
//
// The kernel keeps a second copy of the points as 2-byte integers, because one instruction multiplies and adds eight of them.
// |p|² + |q|² − 2 p·q of the integers gives a lower bound of the distance, since numbers beyond the range are clipped to it. Only
// points that pass this bound are measured. The bounds of the first leaves are stored before any point is measured, since measuring
// the nearest ones first leaves few others to measure. The kernel compares two queries at a time with a leaf of LEAF points, so that each
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
/** Least number of groups of points, a power of 2. */
const GROUPS_AT_LEAST: i32 = 32;
/** Adding this to a number leaves the nearest integer in the lower 32 bits. */
const TO_WHOLE: f64 = 6755399441055744;

let leaves: usize = 0;
let leafBytes: usize = 0;
/** Queries as 2-byte integers. */
let quantised: usize = 0;
let quantisedBytes: usize = 0;
/** Half of the square below which a point may be near, for each query (i32). */
let limits: usize = 0;

/** Leaves whose nearness to each query of a batch is stored (i32). They have at least as many points as a query has neighbours. */
let firstLeaves: i32 = 0;
let nearness: usize = 0;
/** Room for the nearness of the nearest point of each group (i32). */
let groups: usize = 0;

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

/** Sets the number of the first leaves, and a thread's room for them. */
export function setFirstLeaves(leafCount: i32, nearnessAt: usize, groupsAt: usize): void {
  firstLeaves = leafCount;
  nearness = nearnessAt;
  groups = groupsAt;
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
  for (let query = firstQuery; query < lastQuery; query++) quantise(queryAt(query), quantised + <usize>query * quantisedBytes, 4);
  for (let leaf = 0; leaf < firstLeaves; leaf++) {
    for (let query = firstQuery; query < lastQuery; query += 2) scan(leaf, query, min(query + 1, lastQuery - 1));
  }
  for (let query = firstQuery; query < lastQuery; query++) measureFirstLeaves(query);
  for (let leaf = firstLeaves; leaf * LEAF < count; leaf++) {
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

/** Returns half of the squared length of a query. */
function halfSquareOf(query: i32): i32 {
  return load<i32>(quantised + <usize>(query + 1) * quantisedBytes - 4);
}

/** Returns the address of the nearness of the points of the first leaves to a query. */
function nearnessOf(query: i32): usize {
  return nearness + ((<usize>((query - firstQuery) * firstLeaves * LEAF)) << 2);
}

/**
 * Compares a leaf with two queries. a0 to a3 and b0 to b3 hold the dot products with its points, four points each. The nearness of
 * a point is its dot product less half of its squared length. It is stored for the points of the first leaves. Other points are
 * measured if they may be near.
 */
function scan(leaf: i32, queryA: i32, queryB: i32): void {
  let at = leaves + <usize>leaf * leafBytes;
  let a = quantised + <usize>queryA * quantisedBytes;
  let b = quantised + <usize>queryB * quantisedBytes;
  const last = a + quantisedBytes - 4;
  const isFirst = leaf < firstLeaves;
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
    if (!isFirst) {
      const nearA = nearerThan(load<i32>(a) - limitOf(queryA), at, a0, a1, a2, a3);
      const nearB = nearerThan(load<i32>(b) - limitOf(queryB), at, b0, b1, b2, b3);
      if ((nearA | nearB) === 0) return;
      if (a === last) {
        measureCandidates(queryA, nearA, leaf * LEAF);
        if (queryA !== queryB) measureCandidates(queryB, nearB, leaf * LEAF);
        return;
      }
    } else if (a === last) {
      storeNearness(nearnessOf(queryA) + ((<usize>(leaf * LEAF)) << 2), at, a0, a1, a2, a3);
      storeNearness(nearnessOf(queryB) + ((<usize>(leaf * LEAF)) << 2), at, b0, b1, b2, b3);
      return;
    }
    a += 4;
    b += 4;
    at += 64;
  }
}

/** Returns which points of a leaf are nearer than `low`, one bit each. Takes their dot products, and the address of their half squares. */
function nearerThan(low: i32, halves: usize, p0: v128, p1: v128, p2: v128, p3: v128): i32 {
  const limit = i32x4.splat(low);
  const m0 = i32x4.gt_s(i32x4.sub(p0, v128.load(halves)), limit);
  const m1 = i32x4.gt_s(i32x4.sub(p1, v128.load(halves, 16)), limit);
  const m2 = i32x4.gt_s(i32x4.sub(p2, v128.load(halves, 32)), limit);
  const m3 = i32x4.gt_s(i32x4.sub(p3, v128.load(halves, 48)), limit);
  return bitsOf(m0, m1, m2, m3);
}

function bitsOf(m0: v128, m1: v128, m2: v128, m3: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(m0, m1), i16x8.narrow_i32x4_s(m2, m3)));
}

function storeNearness(to: usize, halves: usize, p0: v128, p1: v128, p2: v128, p3: v128): void {
  v128.store(to, i32x4.sub(p0, v128.load(halves)));
  v128.store(to, i32x4.sub(p1, v128.load(halves, 16)), 16);
  v128.store(to, i32x4.sub(p2, v128.load(halves, 32)), 32);
  v128.store(to, i32x4.sub(p3, v128.load(halves, 48)), 48);
}

/** Measures those points of a leaf that may be near, one bit each. */
function measureCandidates(query: i32, near: i32, first: i32): void {
  for (let left = near; left !== 0; left &= left - 1) {
    const place = first + ctz(left);
    if (place < count && measure(query, place, neighbourCount)) setLimit(query);
  }
}

/**
 * Measures those points of the first leaves that may be near: first those above a threshold, which are at least as many as the
 * neighbours and not many more, then those within the limit that these set.
 */
function measureFirstLeaves(query: i32): void {
  const from = nearnessOf(query);
  for (let place = count; place < firstLeaves * LEAF; place++) store<i32>(from + ((<usize>place) << 2), i32.MIN_VALUE);
  const threshold = nearnessThreshold(from);
  measureBetween(query, threshold, i32.MAX_VALUE, 0);
  setLimit(query);
  measureBetween(query, halfSquareOf(query) - limitOf(query) + 1, threshold, neighbourCount);
  setLimit(query);
}

/** Measures the points of the first leaves whose nearness is from `low` to below `high`. That many neighbours are measured already. */
function measureBetween(query: i32, low: i32, high: i32, filled: i32): void {
  if (low >= high) return;
  const lowest = i32x4.splat(low);
  const end = i32x4.splat(high);
  let at = nearnessOf(query);
  for (let leaf = 0; leaf < firstLeaves; leaf++) {
    const v0 = v128.load(at);
    const v1 = v128.load(at, 16);
    const v2 = v128.load(at, 32);
    const v3 = v128.load(at, 48);
    const m0 = v128.and(i32x4.ge_s(v0, lowest), i32x4.lt_s(v0, end));
    const m1 = v128.and(i32x4.ge_s(v1, lowest), i32x4.lt_s(v1, end));
    const m2 = v128.and(i32x4.ge_s(v2, lowest), i32x4.lt_s(v2, end));
    const m3 = v128.and(i32x4.ge_s(v3, lowest), i32x4.lt_s(v3, end));
    for (let left = bitsOf(m0, m1, m2, m3); left !== 0; left &= left - 1) {
      const place = leaf * LEAF + ctz(left);
      if (place >= count) return;
      measure(query, place, filled);
      filled = min(filled + 1, neighbourCount);
    }
    at += 64;
  }
}

/**
 * Returns a nearness that at least as many points of the first leaves reach as there are neighbours: that of the least near of the
 * nearest groups, of which there are somewhat more than neighbours. Point i belongs to group i modulo their number.
 */
function nearnessThreshold(from: usize): i32 {
  const end = from + ((<usize>(firstLeaves * LEAF)) << 2);
  const groupsEnd = groups + ((<usize>((neighbourCount + GROUPS_AT_LEAST - 1) & ~(GROUPS_AT_LEAST - 1))) << 2);
  memory.fill(groups, 0x80, groupsEnd - groups);
  for (let at = from; at < end; ) {
    for (let group = groups; group < groupsEnd && at < end; group += 16) {
      v128.store(group, i32x4.max_s(v128.load(group), v128.load(at)));
      at += 16;
    }
  }
  sortDescending(groups, groupsEnd);
  return load<i32>(groups + ((<usize>(neighbourCount - 1)) << 2));
}

/** Sorts few i32 by insertion. */
function sortDescending(from: usize, end: usize): void {
  for (let at = from + 4; at < end; at += 4) {
    const value = load<i32>(at);
    let to = at;
    for (; to > from && load<i32>(to - 4) < value; to -= 4) store<i32>(to, load<i32>(to - 4));
    store<i32>(to, value);
  }
}
