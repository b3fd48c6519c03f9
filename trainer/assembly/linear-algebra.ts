// Sums of products of columns (f64), written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/numeric/linear-algebra/gram.ts and src/algorithms/pca/model.ts call them, and other kernels use them.
// Pointers are byte addresses in memory that the caller lays out. Columns follow one another; zero columns pad their number to a
// multiple of 4. Threads share the memory: each computes other parts of a result.
import { accumulateGram, COLUMN, fourByFour } from "./column-products";

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
