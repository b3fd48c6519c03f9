// Inner loops of Gaussian mixtures, written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/algorithms/gmm/mixture-wasm.ts calls them. Pointers are byte addresses in memory that the caller lays out.
//
// Rows come in panels of four: each column of a panel is 32 bytes, the numbers of its four rows, and columns follow one another.
// A matrix with a row for each column is stored row by row. Its rows have `padded` numbers, the least multiple of 4 that holds
// them; the padding is 0.
import { exponential, MAX_EXPONENT } from "./exponential";
import { clip } from "./row-block";

/** Number of panels that are centered together, so that they stay in the processor's cache. */
const GROUP: i32 = 32;

let width: i32 = 0;
let padded: i32 = 0;
/** Room for GROUP panels of `padded` columns: rows less the mean, and the same times the weights. Each thread has its own. */
let centered: usize = 0;
let weighted: usize = 0;

/** Numbers are clipped to this. */
let limit: f64 = 0;

let components: i32 = 0;
/** By component: `mean` (f64), the upper triangular matrix `factor`, and a number for each row (f64), that many bytes each. */
let means: usize = 0;
let meanBytes: usize = 0;
let factors: usize = 0;
let factorBytes: usize = 0;
let table: usize = 0;
let tableBytes: usize = 0;
/** By component: the log of its density times its share, at its mean (f64). By row: the mixture's log density (f64). */
let constants: usize = 0;
let logDensities: usize = 0;

export function setLayout(columns: i32, paddedColumns: i32, centeredAt: usize, weightedAt: usize, greatest: f64): void {
  limit = greatest;
  width = columns;
  padded = paddedColumns;
  centered = centeredAt;
  weighted = weightedAt;
}

export function setComponentLayout(
  count: i32,
  meansAt: usize,
  bytesOfMean: usize,
  factorsAt: usize,
  bytesOfFactor: usize,
  tableAt: usize,
  bytesOfRows: usize,
): void {
  components = count;
  means = meansAt;
  meanBytes = bytesOfMean;
  factors = factorsAt;
  factorBytes = bytesOfFactor;
  table = tableAt;
  tableBytes = bytesOfRows;
}

export function setDensityLayout(constantsAt: usize, logDensitiesAt: usize): void {
  constants = constantsAt;
  logDensities = logDensitiesAt;
}

/**
 * Writes each component's responsibilities and the mixture's log densities for a part of the panels from `from` to before `to`. A
 * part has `partPanels` panels.
 */
export function responsibilities(part: i32, partPanels: i32, points: usize, from: i32, to: i32): void {
  const first = from + part * partPanels;
  const count = min(partPanels, to - first);
  const row = (<usize>first) << 5;
  for (let k = 0; k < components; k++) {
    mahalanobisOf(
      points + ((<usize>(first * width)) << 5),
      count,
      means + <usize>k * meanBytes,
      factors + <usize>k * factorBytes,
      table + <usize>k * tableBytes + row,
    );
  }
  for (let at = row; at < row + ((<usize>count) << 5); at += 16) toResponsibilities(table + at, logDensities + at);
}

/** Replaces the squared Mahalanobis distances of two rows, `tableBytes` apart, by responsibilities. Writes the rows' log densities. */
function toResponsibilities(own: usize, densities: usize): void {
  const end = own + <usize>components * tableBytes;
  let highest = f64x2.splat(-Infinity);
  let constant = constants;
  for (let at = own; at < end; at += tableBytes) {
    const logarithm = f64x2.sub(v128.load64_splat(constant), f64x2.mul(v128.load(at), f64x2.splat(0.5)));
    v128.store(at, logarithm);
    highest = f64x2.pmax(highest, logarithm);
    constant += 8;
  }
  let sum = f64x2.splat(0);
  for (let at = own; at < end; at += tableBytes) {
    const share = exponential(f64x2.max(f64x2.sub(v128.load(at), highest), f64x2.splat(-MAX_EXPONENT)));
    v128.store(at, share);
    sum = f64x2.add(sum, share);
  }
  for (let at = own; at < end; at += tableBytes) v128.store(at, f64x2.div(v128.load(at), sum));
  store<f64>(densities, f64x2.extract_lane(highest, 0) + Math.log(f64x2.extract_lane(sum, 0)));
  store<f64>(densities, f64x2.extract_lane(highest, 1) + Math.log(f64x2.extract_lane(sum, 1)), 8);
}

/** Writes the squared length of (row − mean) times the factor: four numbers a panel (f64). `mean` is f64. */
function mahalanobisOf(points: usize, panels: i32, mean: usize, factor: usize, out: usize): void {
  const row = (<usize>padded) << 3;
  for (let p = 0; p < panels; p++) {
    center(points, mean, centered, 0);
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    for (let c = 0; c < padded; c += 4) {
      const end = min(c + 4, width);
      let f = factor + ((<usize>c) << 3);
      let d = centered;
      let a0 = f64x2.splat(0);
      let a1 = f64x2.splat(0);
      let b0 = f64x2.splat(0);
      let b1 = f64x2.splat(0);
      let c0 = f64x2.splat(0);
      let c1 = f64x2.splat(0);
      let d0 = f64x2.splat(0);
      let d1 = f64x2.splat(0);
      for (let j = 0; j < end; j++) {
        const x = v128.load(d);
        const y = v128.load(d, 16);
        const fa = v128.load64_splat(f);
        const fb = v128.load64_splat(f, 8);
        const fc = v128.load64_splat(f, 16);
        const fd = v128.load64_splat(f, 24);
        a0 = f64x2.add(a0, f64x2.mul(x, fa));
        a1 = f64x2.add(a1, f64x2.mul(y, fa));
        b0 = f64x2.add(b0, f64x2.mul(x, fb));
        b1 = f64x2.add(b1, f64x2.mul(y, fb));
        c0 = f64x2.add(c0, f64x2.mul(x, fc));
        c1 = f64x2.add(c1, f64x2.mul(y, fc));
        d0 = f64x2.add(d0, f64x2.mul(x, fd));
        d1 = f64x2.add(d1, f64x2.mul(y, fd));
        d += 32;
        f += row;
      }
      low = f64x2.add(low, f64x2.add(f64x2.add(f64x2.mul(a0, a0), f64x2.mul(b0, b0)), f64x2.add(f64x2.mul(c0, c0), f64x2.mul(d0, d0))));
      high = f64x2.add(high, f64x2.add(f64x2.add(f64x2.mul(a1, a1), f64x2.mul(b1, b1)), f64x2.add(f64x2.mul(c1, c1), f64x2.mul(d1, d1))));
    }
    v128.store(out, low);
    v128.store(out, high, 16);
    points += (<usize>width) << 5;
    out += 32;
  }
}

/** Adds each column's weighted sum to `out` (f64x2 a column; its two numbers add up to the sum). Weights are f64, four a panel. */
export function accumulateSums(points: usize, panels: i32, weights: usize, out: usize): void {
  for (let p = 0; p < panels; p++) {
    const low = v128.load(weights);
    const high = v128.load(weights, 16);
    let at = out;
    for (let j = 0; j < width; j++) {
      const sum = f64x2.add(f64x2.mul(low, v128.load(points)), f64x2.mul(high, v128.load(points, 16)));
      v128.store(at, f64x2.add(v128.load(at), sum));
      points += 32;
      at += 16;
    }
    weights += 32;
  }
}

/**
 * Adds Σ weight · (x − mean)(x − mean)ᵀ to a part of the rows of the matrix `out`. A part has `partRows` rows, a multiple of 4.
 * Only the upper triangle is complete.
 */
export function accumulateScatter(part: i32, partRows: i32, points: usize, panels: i32, weights: usize, mean: usize, out: usize): void {
  const first = part * partRows;
  const last = min(first + partRows, width);
  for (let from = 0; from < panels; from += GROUP) {
    const count = min(GROUP, panels - from);
    for (let p = 0; p < count; p++) {
      const at = (<usize>(p * padded)) << 5;
      center(points, mean, centered + at, first);
      multiplyWeights(weights, centered + at, weighted + at, first, last);
      points += (<usize>width) << 5;
      weights += 32;
    }
    for (let a = first; a < last; a += 2) {
      for (let b = a & ~3; b < width; b += 4) addTile(a, b, count, out + ((<usize>(a * padded + b)) << 3));
    }
  }
}

/** Writes a clipped panel less the mean, from a column on. */
function center(points: usize, mean: usize, into: usize, first: i32): void {
  points += (<usize>first) << 5;
  into += (<usize>first) << 5;
  mean += (<usize>first) << 3;
  for (let j = first; j < width; j++) {
    const m = v128.load64_splat(mean);
    v128.store(into, f64x2.sub(clip(v128.load(points), limit), m));
    v128.store(into, f64x2.sub(clip(v128.load(points, 16), limit), m), 16);
    points += 32;
    into += 32;
    mean += 8;
  }
}

/** Writes the columns from `first` to before `last` of a panel times the weights. */
function multiplyWeights(weights: usize, from: usize, into: usize, first: i32, last: i32): void {
  const low = v128.load(weights);
  const high = v128.load(weights, 16);
  from += (<usize>first) << 5;
  into += (<usize>first) << 5;
  for (let j = first; j < last; j++) {
    v128.store(into, f64x2.mul(low, v128.load(from)));
    v128.store(into, f64x2.mul(high, v128.load(from, 16)), 16);
    from += 32;
    into += 32;
  }
}

/** Adds the products of two columns from `a` on with four columns from `b` on, over the centered panels. */
function addTile(a: i32, b: i32, panels: i32, out: usize): void {
  const step = (<usize>padded) << 5;
  let left = weighted + ((<usize>a) << 5);
  let right = centered + ((<usize>b) << 5);
  let a0 = f64x2.splat(0);
  let a1 = f64x2.splat(0);
  let a2 = f64x2.splat(0);
  let a3 = f64x2.splat(0);
  let b0 = f64x2.splat(0);
  let b1 = f64x2.splat(0);
  let b2 = f64x2.splat(0);
  let b3 = f64x2.splat(0);
  for (let p = 0; p < panels; p++) {
    const la = v128.load(left);
    const ha = v128.load(left, 16);
    const lb = v128.load(left, 32);
    const hb = v128.load(left, 48);
    let low = v128.load(right);
    let high = v128.load(right, 16);
    a0 = f64x2.add(a0, f64x2.add(f64x2.mul(la, low), f64x2.mul(ha, high)));
    b0 = f64x2.add(b0, f64x2.add(f64x2.mul(lb, low), f64x2.mul(hb, high)));
    low = v128.load(right, 32);
    high = v128.load(right, 48);
    a1 = f64x2.add(a1, f64x2.add(f64x2.mul(la, low), f64x2.mul(ha, high)));
    b1 = f64x2.add(b1, f64x2.add(f64x2.mul(lb, low), f64x2.mul(hb, high)));
    low = v128.load(right, 64);
    high = v128.load(right, 80);
    a2 = f64x2.add(a2, f64x2.add(f64x2.mul(la, low), f64x2.mul(ha, high)));
    b2 = f64x2.add(b2, f64x2.add(f64x2.mul(lb, low), f64x2.mul(hb, high)));
    low = v128.load(right, 96);
    high = v128.load(right, 112);
    a3 = f64x2.add(a3, f64x2.add(f64x2.mul(la, low), f64x2.mul(ha, high)));
    b3 = f64x2.add(b3, f64x2.add(f64x2.mul(lb, low), f64x2.mul(hb, high)));
    left += step;
    right += step;
  }
  const next = out + ((<usize>padded) << 3);
  addBothLanes(out, a0);
  addBothLanes(out + 8, a1);
  addBothLanes(out + 16, a2);
  addBothLanes(out + 24, a3);
  addBothLanes(next, b0);
  addBothLanes(next + 8, b1);
  addBothLanes(next + 16, b2);
  addBothLanes(next + 24, b3);
}

function addBothLanes(out: usize, sum: v128): void {
  store<f64>(out, load<f64>(out) + f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
}
