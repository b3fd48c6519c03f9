// Sums within and across SIMD vectors, in AssemblyScript. Several kernels use them.

/** Returns the sum of a vector's two numbers (f64). */
export function sumLanes(vector: v128): f64 {
  return f64x2.extract_lane(vector, 0) + f64x2.extract_lane(vector, 1);
}

/** Returns the sum of each vector's two numbers (f64), side by side. */
export function pairwiseSums(a: v128, b: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
}

/** Returns the sum of a vector's four numbers (f32). */
export function sumLanesF32(vector: v128): f32 {
  const low = f32x4.extract_lane(vector, 0) + f32x4.extract_lane(vector, 1);
  return low + (f32x4.extract_lane(vector, 2) + f32x4.extract_lane(vector, 3));
}

/** Returns the sum of each of four vectors (f32), side by side. */
export function transposeAdd4(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/** Returns the third and fourth of four numbers (f32), in the first two places. */
export function upperHalf(vector: v128): v128 {
  return i64x2.shuffle(vector, vector, 1, 1);
}
