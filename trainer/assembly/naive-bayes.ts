// Squared distances of naive Bayes, written in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/algorithms/bys/density-kernel.ts calls it.
import { clip, firstRow, lastRow, rowAt, setPart, stride, width } from "./row-block";

export { setRowLayout } from "./row-block";

let classes: i32 = 0;
/** Means, and factors of the squared distances from them (f64, `width` numbers each, class by class). */
let means: usize = 0;
let factors: usize = 0;
/** A sum for each row, class by class, `sumBytes` each. */
let sums: usize = 0;
let sumBytes: usize = 0;
/** Numbers are clipped to this. */
let limit: f64 = 0;

export function setClassLayout(count: i32, meansAt: usize, factorsAt: usize, sumsAt: usize, bytes: usize, greatest: f64): void {
  classes = count;
  means = meansAt;
  factors = factorsAt;
  sums = sumsAt;
  sumBytes = bytes;
  limit = greatest;
}

/** Writes the sum of factor · (x − mean)² for each row of the part and each class. */
export function sumSquares(part: i32, partRows: i32, from: i32, to: i32, strideBytes: usize): void {
  setPart(part, partRows, from, to, strideBytes);
  for (let row = firstRow; row < lastRow; row += 8) {
    for (let k = 0; k < classes; k++) sumForEight(row, k);
  }
}

function term(pair: v128, mean: v128, factor: v128): v128 {
  const distance = f64x2.sub(clip(pair, limit), mean);
  return f64x2.mul(f64x2.mul(factor, distance), distance);
}

/** Does this for eight rows. Sums are in the order of the columns. */
function sumForEight(first: i32, k: i32): void {
  let mean = means + ((<usize>(k * width)) << 3);
  let factor = factors + ((<usize>(k * width)) << 3);
  let row = rowAt(first);
  let a = f64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (let j = 0; j < width; j++) {
    const m = v128.load64_splat(mean);
    const f = v128.load64_splat(factor);
    a = f64x2.add(a, term(v128.load(row), m, f));
    b = f64x2.add(b, term(v128.load(row, 16), m, f));
    c = f64x2.add(c, term(v128.load(row, 32), m, f));
    d = f64x2.add(d, term(v128.load(row, 48), m, f));
    row += stride;
    mean += 8;
    factor += 8;
  }
  const out = sums + <usize>k * sumBytes + ((<usize>first) << 3);
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
}
