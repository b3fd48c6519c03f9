/**
 * Returns the dot product of `count` numbers of a from i on and of b from j on. It keeps four sums, since an addition waits for
 * the previous one of its sum.
 */
export function rowDot(a: Float64Array, i: number, b: Float64Array, j: number, count: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let c = 0;
  for (; c + 4 <= count; c += 4) {
    s0 += a[i + c] * b[j + c];
    s1 += a[i + c + 1] * b[j + c + 1];
    s2 += a[i + c + 2] * b[j + c + 2];
    s3 += a[i + c + 3] * b[j + c + 3];
  }
  for (; c < count; c++) s0 += a[i + c] * b[j + c];
  return s0 + s1 + (s2 + s3);
}

/**
 * Returns the Cholesky factor L of A = LL′ in the lower triangle of a new array. A is symmetric positive definite (size × size,
 * row by row).
 */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  const l = matrix.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) l[i * size + j] = (l[i * size + j] - rowDot(l, i * size, l, j * size, j)) / l[j * size + j];
    const pivot = l[i * size + i] - rowDot(l, i * size, l, i * size, i);
    l[i * size + i] = pivotRoot(pivot, matrix[i * size + i]);
  }
  return l;
}

/**
 * Returns the square root of a pivot. `left` is what the earlier columns leave of the column's `square`; where they explain the
 * column, `left` is rounding error of either sign.
 */
export function pivotRoot(left: number, square: number): number {
  return Math.sqrt(Math.max(left, Number.EPSILON * square, Number.MIN_VALUE));
}

/** Returns the transposed inverse of a lower triangle: rows of the result are columns of the inverse. */
export function invertLower(l: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    inverse[j * size + j] = 1 / l[j * size + j];
    for (let i = j + 1; i < size; i++) {
      inverse[j * size + i] = -rowDot(l, i * size + j, inverse, j * size + j, i - j) / l[i * size + i];
    }
  }
  return inverse;
}

/** Returns A (rows × count) times b. */
export function multiplyVector(a: Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from({ length: a.length / b.length }, (_, i) => rowDot(a, i * b.length, b, 0, b.length));
}

/** Returns A′ B (m × n) for A (shared × m) and B (shared × n). */
export function multiplyTransposed(a: Float64Array, b: Float64Array, shared: number): Float64Array {
  const m = a.length / shared;
  const n = b.length / shared;
  const result = new Float64Array(m * n);
  for (let s = 0; s < shared; s++) {
    for (let i = 0; i < m; i++) {
      const factor = a[s * m + i];
      if (factor === 0) continue;
      for (let j = 0; j < n; j++) result[i * n + j] += factor * b[s * n + j];
    }
  }
  return result;
}

/** Returns A B for A (m × shared) and B (shared × n). */
export function multiply(a: Float64Array, b: Float64Array, shared: number): Float64Array {
  const m = a.length / shared;
  const n = b.length / shared;
  const result = new Float64Array(m * n);
  for (let i = 0; i < m; i++) {
    for (let s = 0; s < shared; s++) {
      const factor = a[i * shared + s];
      for (let j = 0; j < n; j++) result[i * n + j] += factor * b[s * n + j];
    }
  }
  return result;
}
