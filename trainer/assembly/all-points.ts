// The nearest points of queries among points of so many columns that no box of a tree would be passed over: all of them are
// looked at. In AssemblyScript: compiled to WebAssembly with SIMD by build.mjs, called by src/numeric/neighbours/brute-force.ts.
//
// Points are kept once more as whole numbers of 2 bytes, of which one instruction multiplies and adds eight, and
// |p|² + |q|² − 2 p·q of these tells how near a point can be at the least, since what is beyond the range is brought to its
// border; only what may be near is measured. Two queries at a time are compared with a leaf of LEAF points, whose numbers are
// loaded once for both, and leaf after leaf with all queries, so that it stays in the processor's nearest cache.
//
// A leaf has pairs of columns, of each pair the LEAF points side by side (i16). After each stretch of them it has half of
// each point's square so far (i32): what the columns so far tell is enough to pass over a leaf that is too far. A query is laid
// out the same, as one point.
import { count, furthestOf, measure, pointAt, queryAt, want, wanted, width } from "./measured";

export { layOutPoints } from "./measured";

const LEAF: i32 = 16;
/** Numbers beyond this, in deviations of a standardised column, count as this. */
const RANGE: f64 = 8;
/** Columns of a stretch: a multiple of 4, as in src/numeric/neighbours/brute-force.ts. */
const STRETCH: i32 = 64;
/** Added to a number and taken as bits, it leaves the nearest whole number in the lower half. */
const TO_WHOLE: f64 = 6755399441055744;

let leaves: usize = 0;
let leafBytes: usize = 0;
/** Queries as whole numbers. */
let wholes: usize = 0;
let wholeBytes: usize = 0;
/** Of each query half of what a square must be below for a point to be near (i32). */
let limits: usize = 0;

/** What one of the whole numbers stands for, and the square root of the columns: by so many of them a distance may be wrong. */
let unit: f64 = 0;
let rounding: f64 = 0;

/** There is room for LEAF times the bytes of a query in each leaf. */
export function layOut(leavesAt: usize, wholesAt: usize, bytes: usize, limitsAt: usize): void {
  leaves = leavesAt;
  wholes = wholesAt;
  wholeBytes = bytes;
  leafBytes = bytes * LEAF;
  limits = limitsAt;
}

/** Fills the leaves. Sums of squares of differences stay below 2³¹. */
export function build(): void {
  unit = (2 * RANGE) / Math.floor(Math.sqrt(<f64>i32.MAX_VALUE / <f64>(width + 1)) - 1);
  rounding = Math.sqrt(<f64>width);
  for (let place = 0; place < count; place++) {
    quantise(pointAt(place), leaves + <usize>(place / LEAF) * leafBytes + ((<usize>(place % LEAF)) << 2), LEAF << 2);
  }
}

/** Writes a point as whole numbers into `into`, each pair and each half of its square `step` bytes after the one before. */
function quantise(point: usize, into: usize, step: usize): void {
  let square = i32x4.splat(0);
  for (let j = 0; j < width; j += 4) {
    const four = wholesOf(point + ((<usize>j) << 3), width - j);
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

/** Four numbers as whole ones of 2 bytes each, then nothing; those beyond the last `left` ones are 0. */
function wholesOf(at: usize, left: i32): v128 {
  const first = left > 1 ? v128.load(at) : v128.load64_zero(at);
  const second = left > 3 ? v128.load(at, 16) : left > 2 ? v128.load64_zero(at, 16) : f64x2.splat(0);
  const whole = v128.shuffle<i32>(wholePair(first), wholePair(second), 0, 2, 4, 6);
  return i16x8.narrow_i32x4_s(whole, i32x4.splat(0));
}

function wholePair(pair: v128): v128 {
  const within = f64x2.pmin(f64x2.splat(RANGE), f64x2.pmax(f64x2.splat(-RANGE), pair));
  return f64x2.add(f64x2.mul(within, f64x2.splat(1 / unit)), f64x2.splat(TO_WHOLE));
}

/** Finds so many points, at most as many as there are, around each of the first `asked` queries. */
export function find(neighbours: i32, asked: i32): void {
  want(neighbours);
  for (let query = 0; query < asked; query++) {
    quantise(queryAt(query), wholes + <usize>query * wholeBytes, 4);
    for (let place = 0; place < wanted; place++) measure(query, place, place);
    setLimit(query);
  }
  for (let leaf = wanted / LEAF; leaf * LEAF < count; leaf++) {
    for (let query = 0; query < asked; query += 2) scan(leaf, query, min(query + 1, asked - 1));
  }
}

/** Halves are rounded down, those of the query and of the point: so the square is one more, and two for these. */
function setLimit(query: i32): void {
  const far = Math.sqrt(furthestOf(query)) / unit + rounding;
  const square = far * far < <f64>i32.MAX_VALUE - 3 ? <i32>(far * far) + 3 : i32.MAX_VALUE;
  store<i32>(limits + ((<usize>query) << 2), square >> 1);
}

function limitOf(query: i32): i32 {
  return load<i32>(limits + ((<usize>query) << 2));
}

/** Compares a leaf with two queries. Their products with its points are a0 to a3 and b0 to b3, four points each. */
function scan(leaf: i32, one: i32, other: i32): void {
  let at = leaves + <usize>leaf * leafBytes;
  let a = wholes + <usize>one * wholeBytes;
  let b = wholes + <usize>other * wholeBytes;
  const last = a + wholeBytes - 4;
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
    const ofA = i32x4.splat(load<i32>(a) - limitOf(one));
    const ofB = i32x4.splat(load<i32>(b) - limitOf(other));
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
  consider(one, load<i32>(a), a0, at, leaf * LEAF);
  consider(one, load<i32>(a), a1, at + 16, leaf * LEAF + 4);
  consider(one, load<i32>(a), a2, at + 32, leaf * LEAF + 8);
  consider(one, load<i32>(a), a3, at + 48, leaf * LEAF + 12);
  if (one === other) return;
  consider(other, load<i32>(b), b0, at, leaf * LEAF);
  consider(other, load<i32>(b), b1, at + 16, leaf * LEAF + 4);
  consider(other, load<i32>(b), b2, at + 32, leaf * LEAF + 8);
  consider(other, load<i32>(b), b3, at + 48, leaf * LEAF + 12);
}

/** Measures those of four points that may be near, given their products, and half the squares of the query and of each; the first `wanted` ones are measured already. */
function consider(query: i32, half: i32, products: v128, halves: usize, first: i32): void {
  const near = i32x4.gt_s(i32x4.sub(products, v128.load(halves)), i32x4.splat(half - limitOf(query)));
  for (let left = i32x4.bitmask(near); left !== 0; left &= left - 1) {
    const place = first + ctz(left);
    if (place >= wanted && place < count && measure(query, place, wanted)) setLimit(query);
  }
}
