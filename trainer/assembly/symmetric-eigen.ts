// Householder reflections and plane rotations of symmetric matrices (f64), written in AssemblyScript. build.mjs compiles them to
// WebAssembly with SIMD; src/numeric/linear-algebra/tridiagonal.ts calls them. Pointers are byte addresses in memory that the
// caller lays out. `row` is the number of bytes from one row of a matrix to the next. Lengths are multiples of 4; vectors are
// padded with zeros.
import { pairwiseSums } from "./vector-reductions";

/**
 * Writes the product of a symmetric matrix and a vector to `product`. Reads whole 4 × 4 blocks of the matrix, on the diagonal and
 * below it. Each number below the diagonal also stands for the one above it.
 */
export function symv(matrix: usize, row: usize, vector: usize, count: i32, product: usize): void {
  const end = (<usize>count) << 3;
  let r0 = matrix;
  for (let at: usize = 0; at < end; at += 32) {
    const r1 = r0 + row;
    const r2 = r1 + row;
    const r3 = r2 + row;
    const v0 = v128.load64_splat(vector + at);
    const v1 = v128.load64_splat(vector + at, 8);
    const v2 = v128.load64_splat(vector + at, 16);
    const v3 = v128.load64_splat(vector + at, 24);
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let k: usize = 0; k < at; k += 16) {
      const v = v128.load(vector + k);
      const a = v128.load(r0 + k);
      const b = v128.load(r1 + k);
      const c = v128.load(r2 + k);
      const d = v128.load(r3 + k);
      s0 = f64x2.add(s0, f64x2.mul(a, v));
      s1 = f64x2.add(s1, f64x2.mul(b, v));
      s2 = f64x2.add(s2, f64x2.mul(c, v));
      s3 = f64x2.add(s3, f64x2.mul(d, v));
      const mirrored = f64x2.add(f64x2.add(f64x2.mul(a, v0), f64x2.mul(b, v1)), f64x2.add(f64x2.mul(c, v2), f64x2.mul(d, v3)));
      v128.store(product + k, f64x2.add(v128.load(product + k), mirrored));
    }
    for (let k = at; k < at + 32; k += 16) {
      const v = v128.load(vector + k);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(r0 + k), v));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(r1 + k), v));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(r2 + k), v));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(r3 + k), v));
    }
    v128.store(product + at, pairwiseSums(s0, s1));
    v128.store(product + at, pairwiseSums(s2, s3), 16);
    r0 = r3 + row;
  }
}

/** Subtracts one · otherᵀ + other · oneᵀ from a symmetric matrix, in the blocks that `symv` reads. */
export function syr2(matrix: usize, row: usize, one: usize, other: usize, count: i32): void {
  const end = (<usize>count) << 3;
  let r0 = matrix;
  for (let at: usize = 0; at < end; at += 16) {
    const r1 = r0 + row;
    const p0 = v128.load64_splat(one + at);
    const p1 = v128.load64_splat(one + at, 8);
    const q0 = v128.load64_splat(other + at);
    const q1 = v128.load64_splat(other + at, 8);
    const last = (at & ~31) + 32;
    for (let k: usize = 0; k < last; k += 16) {
      const p = v128.load(one + k);
      const q = v128.load(other + k);
      v128.store(r0 + k, f64x2.sub(v128.load(r0 + k), f64x2.add(f64x2.mul(p0, q), f64x2.mul(q0, p))));
      v128.store(r1 + k, f64x2.sub(v128.load(r1 + k), f64x2.add(f64x2.mul(p1, q), f64x2.mul(q1, p))));
    }
    r0 = r1 + row;
  }
}

/** Reflects each of the first `count` axes x, in its first `count` numbers: x − (mirror · x / half) mirror. */
export function applyReflection(axes: usize, row: usize, householder: usize, count: i32, half: f64): void {
  const end = (<usize>count) << 3;
  const halves = f64x2.splat(half);
  let a0 = axes;
  for (let at: usize = 0; at < end; at += 32) {
    const a1 = a0 + row;
    const a2 = a1 + row;
    const a3 = a2 + row;
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let k: usize = 0; k < end; k += 16) {
      const m = v128.load(householder + k);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(a0 + k), m));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(a1 + k), m));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(a2 + k), m));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(a3 + k), m));
    }
    const low = f64x2.div(pairwiseSums(s0, s1), halves);
    const high = f64x2.div(pairwiseSums(s2, s3), halves);
    s0 = v128.shuffle<f64>(low, low, 0, 0);
    s1 = v128.shuffle<f64>(low, low, 1, 1);
    s2 = v128.shuffle<f64>(high, high, 0, 0);
    s3 = v128.shuffle<f64>(high, high, 1, 1);
    for (let k: usize = 0; k < end; k += 16) {
      const m = v128.load(householder + k);
      v128.store(a0 + k, f64x2.sub(v128.load(a0 + k), f64x2.mul(s0, m)));
      v128.store(a1 + k, f64x2.sub(v128.load(a1 + k), f64x2.mul(s1, m)));
      v128.store(a2 + k, f64x2.sub(v128.load(a2 + k), f64x2.mul(s2, m)));
      v128.store(a3 + k, f64x2.sub(v128.load(a3 + k), f64x2.mul(s3, m)));
    }
    a0 = a3 + row;
  }
}

/**
 * Rotates pairs of neighbouring axes in their plane, in sweeps. `sweeps` holds two i32 for each sweep: the first axis and the
 * number of pairs. `rotations` holds the cosine and the sine of each pair. Rows of the axes are multiples of 64 bytes: part p
 * rotates the eight numbers of all axes from 8 p on, so that they stay in the L1 cache.
 */
export function rotatePart(part: i32, axes: usize, row: usize, sweeps: usize, sweepCount: i32, rotations: usize): void {
  const end = sweeps + ((<usize>sweepCount) << 3);
  const first = axes + ((<usize>part) << 6);
  let rotation = rotations;
  for (let sweep = sweeps; sweep < end; sweep += 8) {
    let axis = first + <usize>load<i32>(sweep) * row;
    let p0 = v128.load(axis);
    let p1 = v128.load(axis, 16);
    let p2 = v128.load(axis, 32);
    let p3 = v128.load(axis, 48);
    for (let left = load<i32>(sweep, 4); left > 0; left--) {
      const next = axis + row;
      const cosine = v128.load64_splat(rotation);
      const sine = v128.load64_splat(rotation, 8);
      const q0 = v128.load(next);
      const q1 = v128.load(next, 16);
      const q2 = v128.load(next, 32);
      const q3 = v128.load(next, 48);
      v128.store(axis, f64x2.add(f64x2.mul(cosine, p0), f64x2.mul(sine, q0)));
      v128.store(axis, f64x2.add(f64x2.mul(cosine, p1), f64x2.mul(sine, q1)), 16);
      v128.store(axis, f64x2.add(f64x2.mul(cosine, p2), f64x2.mul(sine, q2)), 32);
      v128.store(axis, f64x2.add(f64x2.mul(cosine, p3), f64x2.mul(sine, q3)), 48);
      p0 = f64x2.sub(f64x2.mul(cosine, q0), f64x2.mul(sine, p0));
      p1 = f64x2.sub(f64x2.mul(cosine, q1), f64x2.mul(sine, p1));
      p2 = f64x2.sub(f64x2.mul(cosine, q2), f64x2.mul(sine, p2));
      p3 = f64x2.sub(f64x2.mul(cosine, q3), f64x2.mul(sine, p3));
      axis = next;
      rotation += 16;
    }
    v128.store(axis, p0);
    v128.store(axis, p1, 16);
    v128.store(axis, p2, 32);
    v128.store(axis, p3, 48);
  }
}
