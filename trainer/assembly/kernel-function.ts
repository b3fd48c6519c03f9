// Kernels of one row with many rows, for support vector machines, written in AssemblyScript.
//
// Rows lie in tiles of TILE, each tile column by column, so that one instruction works on four rows. Places after the last row
// are 0.
import { sumLanes, upperHalf } from "./vector-reductions";

export const TILE: i32 = 16;

/** Number of rows, with the padding of the last tile. */
export let stride: i32 = 0;
export let width: i32 = 0;
export let tiles: usize = 0;
let linear: bool = false;
let gamma: f32 = 0;
/** Numbers of one row (f32). */
export let query: usize = 0;

/** Sets sizes, addresses and the kernel function. `rows` is a multiple of TILE. */
export function setRowLayout(rows: i32, columns: i32, tilesAt: usize, queryAt: usize, isLinear: i32, gammaIs: f32): void {
  stride = rows;
  width = columns;
  tiles = tilesAt;
  query = queryAt;
  linear = isLinear !== 0;
  gamma = gammaIs;
}

/**
 * Writes the kernel (f32) of the row in `query` with each row of tiles `first` to before `last`. Each result goes to its row's
 * place after `into`.
 */
export function kernelRow(into: usize, first: i32, last: i32): void {
  const bytes = (<usize>(TILE * width)) << 2;
  let at = tiles + <usize>first * bytes;
  let out = into + ((<usize>(first * TILE)) << 2);
  const end = query + ((<usize>width) << 2);
  for (let tile = first; tile < last; tile++) {
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    if (linear) {
      for (let q = query; q < end; q += 4) {
        const value = v128.load32_splat(q);
        s0 = f32x4.add(s0, f32x4.mul(v128.load(at), value));
        s1 = f32x4.add(s1, f32x4.mul(v128.load(at, 16), value));
        s2 = f32x4.add(s2, f32x4.mul(v128.load(at, 32), value));
        s3 = f32x4.add(s3, f32x4.mul(v128.load(at, 48), value));
        at += 64;
      }
    } else {
      for (let q = query; q < end; q += 4) {
        const value = v128.load32_splat(q);
        const d0 = f32x4.sub(v128.load(at), value);
        const d1 = f32x4.sub(v128.load(at, 16), value);
        const d2 = f32x4.sub(v128.load(at, 32), value);
        const d3 = f32x4.sub(v128.load(at, 48), value);
        s0 = f32x4.add(s0, f32x4.mul(d0, d0));
        s1 = f32x4.add(s1, f32x4.mul(d1, d1));
        s2 = f32x4.add(s2, f32x4.mul(d2, d2));
        s3 = f32x4.add(s3, f32x4.mul(d3, d3));
        at += 64;
      }
    }
    v128.store(out, s0);
    v128.store(out, s1, 16);
    v128.store(out, s2, 32);
    v128.store(out, s3, 48);
    out += 64;
  }
  if (!linear) exponentiate(into + ((<usize>(first * TILE)) << 2), out);
}

/**
 * Replaces each number s by e^(−γs), or by 0 where that is below e^−87. The relative error is 2e-7. The polynomial is that of
 * Cephes' expf.
 */
function exponentiate(from: usize, end: usize): void {
  const factor = f32x4.splat(-gamma);
  const smallest = f32x4.splat(-87);
  for (let at = from; at < end; at += 16) {
    const exponent = f32x4.mul(v128.load(at), factor);
    const x = f32x4.pmax(exponent, smallest);
    // The sum's last bits hold the nearest integer n, since its unit in the last place is 1.
    const shifted = f32x4.add(f32x4.mul(x, f32x4.splat(Mathf.LOG2E)), f32x4.splat(12582912));
    const n = f32x4.sub(shifted, f32x4.splat(12582912));
    const coarse = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)));
    const r = f32x4.sub(coarse, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
    let p = f32x4.splat(1.98756915e-4);
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.3981999507e-3));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
    p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1));
    const power = i32x4.add(i32x4.shl(shifted, 23), f32x4.splat(1));
    v128.store(at, v128.and(f32x4.mul(p, power), f32x4.gt(exponent, smallest)));
  }
}

/** Returns the dot product of two vectors (f32) from `from` to before `to`, both multiples of 4. Accumulates in f64. */
export function dot(a: usize, b: usize, from: i32, to: i32): f64 {
  let low = f64x2.splat(0);
  let high = low;
  const end = (<usize>to) << 2;
  for (let at = (<usize>from) << 2; at < end; at += 16) {
    const product = f32x4.mul(v128.load(a + at), v128.load(b + at));
    low = f64x2.add(low, f64x2.promote_low_f32x4(product));
    high = f64x2.add(high, f64x2.promote_low_f32x4(upperHalf(product)));
  }
  low = f64x2.add(low, high);
  return sumLanes(low);
}
