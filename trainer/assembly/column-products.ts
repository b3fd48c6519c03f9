// Sums of products of columns (f64), in AssemblyScript. The kernels linear-algebra.ts and multinomial.ts use them. Pointers are byte
// addresses. Columns follow one another; zero columns pad their number to a multiple of 4.
import { pairwiseSums } from "./vector-reductions";

/**
 * Adds the dot products of two columns with the first `count` columns to rows `to` and `to` + `row`. `count` is a multiple of 4.
 * Columns are `stride` bytes long, a multiple of 32. The loop keeps eight sums, so that no addition waits for the previous one, and
 * takes four rows at a time, which saves counting.
 */
export function accumulateGram(pair: usize, columns: usize, stride: usize, count: i32, to: usize, row: usize): void {
  const end = pair + stride;
  for (let k: usize = 0; k < <usize>count; k += 4) {
    let c0 = columns + k * stride;
    let c1 = c0 + stride;
    let c2 = c1 + stride;
    let c3 = c2 + stride;
    let a0 = f64x2.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let b0 = a0;
    let b1 = a0;
    let b2 = a0;
    let b3 = a0;
    for (let at = pair; at < end; at += 32) {
      let a = v128.load(at);
      let b = v128.load(at + stride);
      let x = v128.load(c0);
      a0 = f64x2.add(a0, f64x2.mul(a, x));
      b0 = f64x2.add(b0, f64x2.mul(b, x));
      x = v128.load(c1);
      a1 = f64x2.add(a1, f64x2.mul(a, x));
      b1 = f64x2.add(b1, f64x2.mul(b, x));
      x = v128.load(c2);
      a2 = f64x2.add(a2, f64x2.mul(a, x));
      b2 = f64x2.add(b2, f64x2.mul(b, x));
      x = v128.load(c3);
      a3 = f64x2.add(a3, f64x2.mul(a, x));
      b3 = f64x2.add(b3, f64x2.mul(b, x));
      a = v128.load(at, 16);
      b = v128.load(at + stride, 16);
      x = v128.load(c0, 16);
      a0 = f64x2.add(a0, f64x2.mul(a, x));
      b0 = f64x2.add(b0, f64x2.mul(b, x));
      x = v128.load(c1, 16);
      a1 = f64x2.add(a1, f64x2.mul(a, x));
      b1 = f64x2.add(b1, f64x2.mul(b, x));
      x = v128.load(c2, 16);
      a2 = f64x2.add(a2, f64x2.mul(a, x));
      b2 = f64x2.add(b2, f64x2.mul(b, x));
      x = v128.load(c3, 16);
      a3 = f64x2.add(a3, f64x2.mul(a, x));
      b3 = f64x2.add(b3, f64x2.mul(b, x));
      c0 += 32;
      c1 += 32;
      c2 += 32;
      c3 += 32;
    }
    const at = to + (k << 3);
    addTo(at, a0, a1);
    addTo(at + 16, a2, a3);
    addTo(at + row, b0, b1);
    addTo(at + row + 16, b2, b3);
  }
}

/** Adds the sum of each vector's two numbers to two numbers side by side. */
function addTo(at: usize, first: v128, second: v128): void {
  v128.store(at, f64x2.add(v128.load(at), pairwiseSums(first, second)));
}

/** Bytes from one column of a block of 64 rows to the next. */
export const COLUMN: usize = 512;

/** Computes Σ weight · input for four outputs and four rows of a block. */
export function fourByFour(weights: usize, alongOutputs: usize, alongInputs: usize, inputs: i32, from: usize, to: usize): void {
  let a0 = f64x2.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  let a = weights;
  let b = a + alongOutputs;
  let c = b + alongOutputs;
  let d = c + alongOutputs;
  let at = from;
  for (let i = 0; i < inputs; i++) {
    const x0 = v128.load(at);
    const x1 = v128.load(at, 16);
    let w = v128.load64_splat(a);
    a0 = f64x2.add(a0, f64x2.mul(w, x0));
    a1 = f64x2.add(a1, f64x2.mul(w, x1));
    w = v128.load64_splat(b);
    b0 = f64x2.add(b0, f64x2.mul(w, x0));
    b1 = f64x2.add(b1, f64x2.mul(w, x1));
    w = v128.load64_splat(c);
    c0 = f64x2.add(c0, f64x2.mul(w, x0));
    c1 = f64x2.add(c1, f64x2.mul(w, x1));
    w = v128.load64_splat(d);
    d0 = f64x2.add(d0, f64x2.mul(w, x0));
    d1 = f64x2.add(d1, f64x2.mul(w, x1));
    a += alongInputs;
    b += alongInputs;
    c += alongInputs;
    d += alongInputs;
    at += COLUMN;
  }
  v128.store(to, a0);
  v128.store(to, a1, 16);
  v128.store(to + COLUMN, b0);
  v128.store(to + COLUMN, b1, 16);
  v128.store(to + 2 * COLUMN, c0);
  v128.store(to + 2 * COLUMN, c1, 16);
  v128.store(to + 3 * COLUMN, d0);
  v128.store(to + 3 * COLUMN, d1, 16);
}

/**
 * Writes the dot product of each vector with each row of a block of 64, as `count` columns. Vectors are `width` numbers long. Their
 * number `count` is even, padded with zeros. The block is read in its order, four columns at a time.
 */
export function multiplyBlock(block: usize, width: i32, vectors: usize, count: i32, to: usize): void {
  const vector = (<usize>width) << 3;
  memory.fill(to, 0, <usize>count * COLUMN);
  for (let c = 0; c < count; c += 2) {
    for (let j: usize = 0; j < vector; j += 32) addFourColumns(block + j * (COLUMN >> 3), vectors + j, vectors + vector + j, to);
    vectors += 2 * vector;
    to += 2 * COLUMN;
  }
}

/** Adds four columns, times four numbers of each of two vectors, to two columns. */
function addFourColumns(columns: usize, one: usize, other: usize, to: usize): void {
  const a0 = v128.load64_splat(one);
  const a1 = v128.load64_splat(one, 8);
  const a2 = v128.load64_splat(one, 16);
  const a3 = v128.load64_splat(one, 24);
  const b0 = v128.load64_splat(other);
  const b1 = v128.load64_splat(other, 8);
  const b2 = v128.load64_splat(other, 16);
  const b3 = v128.load64_splat(other, 24);
  for (let r: usize = 0; r < COLUMN; r += 16) {
    let x = v128.load(columns + r);
    let a = f64x2.add(v128.load(to + r), f64x2.mul(a0, x));
    let b = f64x2.add(v128.load(to + r, COLUMN), f64x2.mul(b0, x));
    x = v128.load(columns + r, COLUMN);
    a = f64x2.add(a, f64x2.mul(a1, x));
    b = f64x2.add(b, f64x2.mul(b1, x));
    x = v128.load(columns + r, 2 * COLUMN);
    a = f64x2.add(a, f64x2.mul(a2, x));
    b = f64x2.add(b, f64x2.mul(b2, x));
    x = v128.load(columns + r, 3 * COLUMN);
    a = f64x2.add(a, f64x2.mul(a3, x));
    b = f64x2.add(b, f64x2.mul(b3, x));
    v128.store(to + r, a);
    v128.store(to + r, b, COLUMN);
  }
}
