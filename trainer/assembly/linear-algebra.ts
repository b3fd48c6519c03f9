// Sums of products of columns (f64), written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/numeric/linear-algebra/gram.ts, src/numeric/linear-algebra/blocked-design.ts and src/algorithms/pca/model.ts call them.
// Pointers are byte addresses in memory that the caller lays out. Columns follow one another; zero columns pad their number to a
// multiple of 4. Threads share the memory: each computes other parts of a result.
import { pairwiseSums } from "./vector-reductions";

/**
 * Adds the dot products of two columns with the first `count` columns to rows `to` and `to` + `row`. `count` is a multiple of 4.
 * Columns are `stride` bytes long, a multiple of 32. The loop keeps eight sums, so that no addition waits for the previous one, and
 * takes four rows at a time, which saves counting.
 */
function accumulateGram(pair: usize, columns: usize, stride: usize, count: i32, to: usize, row: usize): void {
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

/** Writes two columns, multiplied by the weights, to `to`. */
function multiplyWeights(pair: usize, stride: usize, weights: usize, to: usize): void {
  for (let r: usize = 0; r < stride; r += 16) {
    const weight = v128.load(weights + r);
    v128.store(to + r, f64x2.mul(v128.load(pair + r), weight));
    v128.store(to + stride + r, f64x2.mul(v128.load(pair + stride + r), weight));
  }
}

/** Rows of the Gram matrix in a part, the same as in src/numeric/linear-algebra/gram.ts. */
const PART_ROWS: i32 = 16;

/** Room for two columns of a block, for this thread. */
let weighted: usize = 0;

export function setScratch(weightedAt: usize): void {
  weighted = weightedAt;
}

/**
 * Adds the sums over the rows of the blocks of weight · column · column to rows of `gram`: `width` × `width` numbers, of which
 * those up to the diagonal are right. Part 0 has the last PART_ROWS rows before row `end`, part 1 those before it, and so on; `end`
 * is even. There is a weight for each row, or `weights` is 0. Columns are `stride` bytes long, and `width` is a multiple of 4.
 */
export function accumulateGramPart(
  part: i32,
  end: i32,
  blocks: usize,
  blockCount: i32,
  stride: usize,
  width: i32,
  weights: usize,
  gram: usize,
): void {
  const row = (<usize>width) << 3;
  const past = end - part * PART_ROWS;
  for (let block = 0; block < blockCount; block++) {
    for (let j = max(0, past - PART_ROWS); j < past; j += 2) {
      let pair = blocks + <usize>j * stride;
      if (weights) {
        multiplyWeights(pair, stride, weights, weighted);
        pair = weighted;
      }
      accumulateGram(pair, blocks, stride, (j + 5) & ~3, gram + <usize>j * row, row);
    }
    blocks += <usize>width * stride;
    if (weights) weights += stride;
  }
}

/** Bytes from one column of a block of 64 rows to the next. */
const COLUMN: usize = 512;

/** Computes Σ weight · input for four outputs and four rows of a block. */
function fourByFour(weights: usize, alongOutputs: usize, alongInputs: usize, inputs: i32, from: usize, to: usize): void {
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

/** Computes Σ weight · input for two outputs and eight rows of a block. The weights of an output are side by side. */
function twoByEight(weights: usize, alongOutputs: usize, inputs: i32, from: usize, to: usize): void {
  let a0 = f64x2.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  const end = weights + ((<usize>inputs) << 3);
  for (let at = from; weights < end; weights += 8) {
    const a = v128.load64_splat(weights);
    const b = v128.load64_splat(weights + alongOutputs);
    let x = v128.load(at);
    a0 = f64x2.add(a0, f64x2.mul(a, x));
    b0 = f64x2.add(b0, f64x2.mul(b, x));
    x = v128.load(at, 16);
    a1 = f64x2.add(a1, f64x2.mul(a, x));
    b1 = f64x2.add(b1, f64x2.mul(b, x));
    x = v128.load(at, 32);
    a2 = f64x2.add(a2, f64x2.mul(a, x));
    b2 = f64x2.add(b2, f64x2.mul(b, x));
    x = v128.load(at, 48);
    a3 = f64x2.add(a3, f64x2.mul(a, x));
    b3 = f64x2.add(b3, f64x2.mul(b, x));
    at += COLUMN;
  }
  v128.store(to, a0);
  v128.store(to, a1, 16);
  v128.store(to, a2, 32);
  v128.store(to, a3, 48);
  v128.store(to + COLUMN, b0);
  v128.store(to + COLUMN, b1, 16);
  v128.store(to + COLUMN, b2, 32);
  v128.store(to + COLUMN, b3, 48);
}

/**
 * Writes to `scores` the squared length of each row's residual after projection on the components. Components are orthonormal
 * rows of `width` numbers. Their number `count` is a multiple of 4, padded with zeros. `projections` has room for `count` columns,
 * `reconstructed` for four.
 */
export function reconstructionErrors(
  block: usize,
  width: i32,
  components: usize,
  count: i32,
  projections: usize,
  reconstructed: usize,
  rows: i32,
  scores: usize,
): void {
  const component = (<usize>width) << 3;
  const end = (<usize>rows) << 3;
  memory.fill(scores, 0, end);
  for (let r: usize = 0; r < end; r += 32) {
    for (let c: usize = 0; c < <usize>count; c += 4)
      fourByFour(components + c * component, component, 8, width, block + r, projections + c * COLUMN + r);
    for (let j: usize = 0; j < <usize>width; j += 4) {
      fourByFour(components + (j << 3), 8, component, count, projections + r, reconstructed);
      addSquares(block + j * COLUMN + r, reconstructed, scores + r);
    }
  }
}

/**
 * Writes to `scores` the squared length of each row's projection on the directions. Directions are rows of `width` numbers. Their
 * number `count` is a multiple of 4, padded with zeros. `projections` has room for four columns.
 */
export function projectionSquares(
  block: usize,
  width: i32,
  directions: usize,
  count: i32,
  projections: usize,
  rows: i32,
  scores: usize,
): void {
  const direction = (<usize>width) << 3;
  const end = (<usize>rows) << 3;
  for (let r: usize = 0; r < end; r += 32) {
    let low = f64x2.splat(0);
    let high = low;
    for (let c: usize = 0; c < <usize>count; c += 4) {
      fourByFour(directions + c * direction, direction, 8, width, block + r, projections);
      for (let column: usize = 0; column < 4 * COLUMN; column += COLUMN) {
        const left = v128.load(projections + column);
        const right = v128.load(projections + column, 16);
        low = f64x2.add(low, f64x2.mul(left, left));
        high = f64x2.add(high, f64x2.mul(right, right));
      }
    }
    v128.store(scores + r, low);
    v128.store(scores + r, high, 16);
  }
}

/** Adds the squared differences of four columns, for four rows, to the rows' sums. */
function addSquares(columns: usize, reconstructed: usize, sums: usize): void {
  let low = v128.load(sums);
  let high = v128.load(sums, 16);
  for (let column: usize = 0; column < 4 * COLUMN; column += COLUMN) {
    const left = f64x2.sub(v128.load(columns + column), v128.load(reconstructed + column));
    const right = f64x2.sub(v128.load(columns + column, 16), v128.load(reconstructed + column, 16));
    low = f64x2.add(low, f64x2.mul(left, left));
    high = f64x2.add(high, f64x2.mul(right, right));
  }
  v128.store(sums, low);
  v128.store(sums, high, 16);
}

/**
 * Writes the dot product of each vector with each row of a part's blocks, as `count` columns for each block. A part has
 * `partBlocks` of all the blocks. Vectors are `width` numbers long. Their number `count` is even, padded with zeros.
 */
export function multiplyPart(
  part: i32,
  partBlocks: i32,
  blocks: usize,
  blockCount: i32,
  width: i32,
  vectors: usize,
  count: i32,
  to: usize,
): void {
  const vector = (<usize>width) << 3;
  const end = min(blockCount, (part + 1) * partBlocks);
  for (let block = part * partBlocks; block < end; block++) {
    const from = blocks + <usize>(block * width) * COLUMN;
    const into = to + <usize>(block * count) * COLUMN;
    for (let r: usize = 0; r < COLUMN; r += 64) {
      let c: usize = 0;
      for (; c + 2 < <usize>count; c += 4) {
        fourByFour(vectors + c * vector, vector, 8, width, from + r, into + c * COLUMN + r);
        fourByFour(vectors + c * vector, vector, 8, width, from + r + 32, into + c * COLUMN + r + 32);
      }
      if (c < <usize>count) twoByEight(vectors + c * vector, vector, width, from + r, into + c * COLUMN + r);
    }
  }
}

/**
 * Writes to `sums`, for each of `count` lists, the sum over the rows of all blocks of the list's value · the row: `width` numbers
 * for each list, of which a part computes PART_ROWS. The lists have blocks of their own, like columns. `count` is even, `width` a
 * multiple of 4.
 */
export function multiplyTransposedPart(part: i32, lists: usize, count: i32, blocks: usize, blockCount: i32, width: i32, sums: usize): void {
  const row = (<usize>width) << 3;
  const first = part * PART_ROWS;
  const columns = min(PART_ROWS, width - first);
  blocks += <usize>first * COLUMN;
  sums += (<usize>first) << 3;
  for (let c: usize = 0; c < <usize>count; c++) memory.fill(sums + c * row, 0, (<usize>columns) << 3);
  for (let block = 0; block < blockCount; block++) {
    for (let c: usize = 0; c < <usize>count; c += 2) accumulateGram(lists + c * COLUMN, blocks, COLUMN, columns, sums + c * row, row);
    blocks += <usize>width * COLUMN;
    lists += <usize>count * COLUMN;
  }
}
