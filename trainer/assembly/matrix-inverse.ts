// Inverses of symmetric matrices (f64), written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/algorithms/gam/matrix-inverse.ts calls them. Pointers are byte addresses in memory that the caller lays out. `row` is the
// number of bytes from one row of a matrix to the next. `from` and `end` are byte offsets in a row, multiples of 32.
import { pairwiseSums } from "./vector-reductions";

/** Writes the dot products of two rows with four others, between `from` and `end`: four numbers at `to`, and four at `to` + `row`. */
function twoByFour(pair: usize, others: usize, row: usize, from: usize, end: usize, to: usize): void {
  const other = pair + row;
  const c1 = others + row;
  const c2 = c1 + row;
  const c3 = c2 + row;
  let a0 = f64x2.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  for (let k = from; k < end; k += 16) {
    const a = v128.load(pair + k);
    const b = v128.load(other + k);
    let x = v128.load(others + k);
    a0 = f64x2.add(a0, f64x2.mul(a, x));
    b0 = f64x2.add(b0, f64x2.mul(b, x));
    x = v128.load(c1 + k);
    a1 = f64x2.add(a1, f64x2.mul(a, x));
    b1 = f64x2.add(b1, f64x2.mul(b, x));
    x = v128.load(c2 + k);
    a2 = f64x2.add(a2, f64x2.mul(a, x));
    b2 = f64x2.add(b2, f64x2.mul(b, x));
    x = v128.load(c3 + k);
    a3 = f64x2.add(a3, f64x2.mul(a, x));
    b3 = f64x2.add(b3, f64x2.mul(b, x));
  }
  v128.store(to, pairwiseSums(a0, a1));
  v128.store(to, pairwiseSums(a2, a3), 16);
  v128.store(to + row, pairwiseSums(b0, b1));
  v128.store(to + row, pairwiseSums(b2, b3), 16);
}

/**
 * Replaces each of `count` rows b by the solution x of L x = b, between `from` and `end`. `count` is even, and x is 0 before
 * `from`. L is the lower triangle at `factor`. `scratch` has room for two rows.
 */
export function forwardSubstitution(rows: usize, count: i32, factor: usize, row: usize, from: usize, end: usize, scratch: usize): void {
  const last = rows + <usize>count * row;
  for (let j = from; j < end; j += 32) {
    const others = factor + (j >> 3) * row;
    for (let pair = rows; pair < last; pair += row << 1) {
      twoByFour(pair, others, row, from, j, scratch);
      finish(pair + j, others + j, row, scratch);
      finish(pair + row + j, others + j, row, scratch + row);
    }
  }
}

/** Solves for four numbers of x. `before` holds what the earlier numbers contribute to L x. */
function finish(at: usize, l0: usize, row: usize, before: usize): void {
  const l1 = l0 + row;
  const l2 = l1 + row;
  const l3 = l2 + row;
  const x0 = (load<f64>(at) - load<f64>(before)) / load<f64>(l0);
  const x1 = (load<f64>(at, 8) - load<f64>(before, 8) - load<f64>(l1) * x0) / load<f64>(l1, 8);
  const x2 = (load<f64>(at, 16) - load<f64>(before, 16) - load<f64>(l2) * x0 - load<f64>(l2, 8) * x1) / load<f64>(l2, 16);
  const x3 =
    (load<f64>(at, 24) - load<f64>(before, 24) - load<f64>(l3) * x0 - load<f64>(l3, 8) * x1 - load<f64>(l3, 16) * x2) / load<f64>(l3, 24);
  store<f64>(at, x0);
  store<f64>(at, x1, 8);
  store<f64>(at, x2, 16);
  store<f64>(at, x3, 24);
}

/**
 * Writes the dot product of each of `count` rows with each of `otherCount` others, between `from` and `end`, to rows at `to`.
 * `count` is even, `otherCount` a multiple of 4.
 */
export function innerProducts(
  rows: usize,
  count: i32,
  others: usize,
  otherCount: i32,
  row: usize,
  from: usize,
  end: usize,
  to: usize,
): void {
  for (let j: usize = 0; j < <usize>otherCount; j += 4) {
    for (let i: usize = 0; i < <usize>count; i += 2) twoByFour(rows + i * row, others + j * row, row, from, end, to + i * row + (j << 3));
  }
}
