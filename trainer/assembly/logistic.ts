// Logistic regression, one class after the other (f64), written in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/numeric/coordinate-descent/log-likelihood.ts calls it. Pointers are byte addresses in memory that the caller lays out.
//
// Columns lie in blocks of `stride` bytes a column, `width` columns a block; zeros pad their number to a multiple of 4. What is one
// number a row follows the order of the blocks. Rows after the last one, whose code is below 0, have no probability of any class.
import { exponential, MAX_EXPONENT } from "./exponential";
import { pairwiseSums, sumLanes } from "./vector-reductions";

export { accumulateGramPart, setScratch } from "./linear-algebra";

/** Bounds of a product of positive numbers. A product within them can take another factor of e^±MAX_EXPONENT. */
const MAX_PRODUCT: f64 = 1e150;

let blockCount: i32 = 0;
let stride: usize = 0;
let width: i32 = 0;
let design: usize = 0;
let codes: usize = 0;
/** Of the odds of all classes. */
let sums: usize = 0;
/** Logit of each row's class. */
let ownLogits: usize = 0;
let residual: usize = 0;
let weight: usize = 0;
/** Bytes of one number a row. */
let rowBytes: usize = 0;

export function setLayout(blocks: i32, blockStride: usize, columns: i32, designAt: usize, codesAt: usize, rowsAt: usize): void {
  blockCount = blocks;
  stride = blockStride;
  width = columns;
  design = designAt;
  codes = codesAt;
  rowBytes = <usize>blocks * blockStride;
  sums = rowsAt;
  ownLogits = sums + rowBytes;
  residual = ownLogits + rowBytes;
  weight = residual + rowBytes;
}

/** Writes each row's indicator of class k less its probability p, and p (1 − p). Returns the sum of the former. */
export function derive(k: i32, odds: usize): f64 {
  const one = f64x2.splat(1);
  let total = f64x2.splat(0);
  for (let r: usize = 0; r < rowBytes; r += 16) {
    const p = f64x2.div(v128.load(odds + r), v128.load(sums + r));
    const rest = f64x2.sub(v128.and(f64x2.eq(v128.load(codes + r), f64x2.splat(<f64>k)), one), p);
    v128.store(residual + r, rest);
    v128.store(weight + r, f64x2.mul(p, f64x2.sub(one, p)));
    total = f64x2.add(total, rest);
  }
  return sumLanes(total);
}

/** Writes Σ value · x over the rows for each column; there is a value for each row. */
export function columnSums(values: usize, to: usize): void {
  memory.fill(to, 0, (<usize>width) << 3);
  let column = design;
  for (let block = 0; block < blockCount; block++) {
    for (let j: usize = 0; j < <usize>width; j += 4) {
      let a = f64x2.splat(0);
      let b = a;
      let c = a;
      let d = a;
      for (let r: usize = 0; r < stride; r += 16) {
        const value = v128.load(values + r);
        const at = column + r;
        a = f64x2.add(a, f64x2.mul(value, v128.load(at)));
        b = f64x2.add(b, f64x2.mul(value, v128.load(at + stride)));
        c = f64x2.add(c, f64x2.mul(value, v128.load(at + 2 * stride)));
        d = f64x2.add(d, f64x2.mul(value, v128.load(at + 3 * stride)));
      }
      const at = to + (j << 3);
      v128.store(at, f64x2.add(v128.load(at), pairwiseSums(a, b)));
      v128.store(at, f64x2.add(v128.load(at, 16), pairwiseSums(c, d)), 16);
      column += 4 * stride;
    }
    values += stride;
  }
}

/** Returns Σ |weight − before| / Σ before. */
export function weightChange(before: usize): f64 {
  let difference = f64x2.splat(0);
  let total = difference;
  for (let r: usize = 0; r < rowBytes; r += 16) {
    const old = v128.load(before + r);
    difference = f64x2.add(difference, f64x2.abs(f64x2.sub(v128.load(weight + r), old)));
    total = f64x2.add(total, old);
  }
  return sumLanes(difference) / sumLanes(total);
}

/**
 * Adds `shift` and `moves[i]` times column `actives[i]` to the logits of class k, and computes its odds and the sums of the odds of
 * all classes. `count` moves are a multiple of 4, padded with zeros. Odds of all `classes` begin at `allOdds`; with one, the odds of
 * the other of two classes are 1.
 */
export function applyStep(k: i32, logits: usize, shift: f64, moves: usize, actives: usize, count: i32, allOdds: usize, classes: i32): void {
  const odds = allOdds + <usize>k * rowBytes;
  const others = f64x2.splat(classes === 1 ? 1 : 0);
  let block = design;
  let r: usize = 0;
  for (let b = 0; b < blockCount; b++) {
    addColumns(logits + r, block, shift, moves, actives, count);
    for (const end = r + stride; r < end; r += 16) {
      const code = v128.load(codes + r);
      const isRow = f64x2.ge(code, f64x2.splat(0));
      const logit = f64x2.min(f64x2.max(v128.load(logits + r), f64x2.splat(-MAX_EXPONENT)), f64x2.splat(MAX_EXPONENT));
      v128.store(ownLogits + r, v128.bitselect(logit, v128.load(ownLogits + r), f64x2.eq(code, f64x2.splat(<f64>k))));
      const before = v128.load(odds + r);
      const after = v128.and(exponential(logit), isRow);
      v128.store(odds + r, after);
      const old = v128.load(sums + r);
      let sum = f64x2.add(old, f64x2.sub(after, before));
      // Subtracting most of a sum leaves a rounding error, so the sum is computed anew.
      if (classes === 1 || v128.any_true(f64x2.gt(f64x2.add(before, before), old))) {
        sum = others;
        for (let c = 0; c < classes; c++) sum = f64x2.add(sum, v128.load(allOdds + <usize>c * rowBytes + r));
      }
      v128.store(sums + r, v128.bitselect(sum, f64x2.splat(1), isRow));
    }
    block += <usize>width * stride;
  }
}

function addColumns(logits: usize, block: usize, shift: f64, moves: usize, actives: usize, count: i32): void {
  for (let r: usize = 0; r < stride; r += 16) v128.store(logits + r, f64x2.add(v128.load(logits + r), f64x2.splat(shift)));
  for (let i = 0; i < count; i += 4) {
    const a = block + <usize>load<i32>(actives) * stride;
    const b = block + <usize>load<i32>(actives, 4) * stride;
    const c = block + <usize>load<i32>(actives, 8) * stride;
    const d = block + <usize>load<i32>(actives, 12) * stride;
    const timesA = v128.load64_splat(moves);
    const timesB = v128.load64_splat(moves, 8);
    const timesC = v128.load64_splat(moves, 16);
    const timesD = v128.load64_splat(moves, 24);
    for (let r: usize = 0; r < stride; r += 16) {
      const first = f64x2.add(f64x2.mul(timesA, v128.load(a + r)), f64x2.mul(timesB, v128.load(b + r)));
      const second = f64x2.add(f64x2.mul(timesC, v128.load(c + r)), f64x2.mul(timesD, v128.load(d + r)));
      v128.store(logits + r, f64x2.add(v128.load(logits + r), f64x2.add(first, second)));
    }
    moves += 32;
    actives += 16;
  }
}

/** Returns the negative log-likelihood: Σ log(sum of odds) − the logit of the row's class. */
export function loss(): f64 {
  let product = f64x2.splat(1);
  let own = f64x2.splat(0);
  let total: f64 = 0;
  for (let r: usize = 0; r < rowBytes; r += 16) {
    own = f64x2.add(own, v128.load(ownLogits + r));
    // A logarithm costs as much as twenty products.
    product = f64x2.mul(product, v128.load(sums + r));
    const isLarge = f64x2.gt(product, f64x2.splat(MAX_PRODUCT));
    if (!v128.any_true(v128.or(isLarge, f64x2.lt(product, f64x2.splat(1 / MAX_PRODUCT))))) continue;
    total += sumOfLogarithms(product);
    product = f64x2.splat(1);
  }
  return total + sumOfLogarithms(product) - sumLanes(own);
}

function sumOfLogarithms(product: v128): f64 {
  return Math.log(f64x2.extract_lane(product, 0)) + Math.log(f64x2.extract_lane(product, 1));
}
