// Passes of coordinate descent over a quadratic loss (f64), written in AssemblyScript. build.mjs compiles them to WebAssembly with
// SIMD; src/numeric/coordinate-descent/descend.ts calls them. Pointers are byte addresses in memory that the caller lays out.
//
// The matrix is symmetric, row by row. The gradient has room for three numbers after its last one. They and what follows the last
// row are read and written with the rest, and nothing depends on them.

let width: i32 = 0;
let gram: usize = 0;
let coefficients: usize = 0;
let negativeGradient: usize = 0;

export function setLayout(columns: i32, gramAt: usize, coefficientsAt: usize, negativeGradientAt: usize): void {
  width = columns;
  gram = gramAt;
  coefficients = coefficientsAt;
  negativeGradient = negativeGradientAt;
}

/** Subtracts row `j` times `factor` from the negative gradient. */
function subtractRow(j: i32, factor: f64): void {
  const times = f64x2.splat(factor);
  let row = gram + ((<usize>j * <usize>width) << 3);
  const end = negativeGradient + ((<usize>width) << 3);
  for (let at = negativeGradient; at < end; at += 32) {
    v128.store(at, f64x2.sub(v128.load(at), f64x2.mul(times, v128.load(row))));
    v128.store(at, f64x2.sub(v128.load(at, 16), f64x2.mul(times, v128.load(row, 16))), 16);
    row += 32;
  }
}

/** Subtracts the matrix times the coefficients from the negative gradient. */
export function subtractProduct(): void {
  for (let j = 0; j < width; j++) {
    const value = load<f64>(coefficients + ((<usize>j) << 3));
    if (value !== 0) subtractRow(j, value);
  }
}

/**
 * Makes one pass over all coefficients, or over those that are not 0, with the penalty l1 · Σ |b| + l2 / 2 · Σ b². Returns the
 * greatest change of the loss by a single step. A column without variance keeps its coefficient.
 */
export function sweep(l1: f64, l2: f64, allColumns: i32): f64 {
  let largest: f64 = 0;
  for (let j = 0; j < width; j++) {
    const at = coefficients + ((<usize>j) << 3);
    const before = load<f64>(at);
    const curvature = load<f64>(gram + ((<usize>j * <usize>(width + 1)) << 3));
    if ((before === 0 && !allColumns) || curvature <= 0) continue;
    const after = softThreshold(load<f64>(negativeGradient + ((<usize>j) << 3)) + curvature * before, l1) / (curvature + l2);
    const change = after - before;
    if (change === 0) continue;
    store<f64>(at, after);
    subtractRow(j, change);
    largest = max(largest, curvature * change * change);
  }
  return largest;
}

/** Moves a number towards 0 by `threshold`; numbers within the threshold become 0. */
function softThreshold(value: f64, threshold: f64): f64 {
  if (value > threshold) return value - threshold;
  return value < -threshold ? value + threshold : 0;
}
