/**
 * Returns the dot product of the numbers from position `from` to before `to`. It keeps four sums, since an addition waits for the
 * previous one of its sum.
 */
export function dot(a: Float64Array, b: Float64Array, from = 0, to = a.length): number {
  const whole = to - ((to - from) % 4);
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let i = from; i < whole; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (let i = whole; i < to; i++) s0 += a[i] * b[i];
  return s0 + s1 + (s2 + s3);
}

/** Adds factor · x to y. */
export function addScaled(y: Float64Array, factor: number, x: Float64Array): void {
  for (let i = 0; i < y.length; i++) y[i] += factor * x[i];
}

/** Adds each column times its factor to y. It takes four columns at once, since writing y takes as long as reading a column. */
export function addScaledColumns(y: Float64Array, factors: Float64Array, columns: readonly Float64Array[]): void {
  const whole = columns.length - (columns.length % 4);
  for (let j = 0; j < whole; j += 4) {
    const [a, b, c, d] = columns.slice(j, j + 4);
    const [timesA, timesB, timesC, timesD] = factors.subarray(j, j + 4);
    for (let i = 0; i < y.length; i++) y[i] += timesA * a[i] + timesB * b[i] + (timesC * c[i] + timesD * d[i]);
  }
  for (let j = whole; j < columns.length; j++) addScaled(y, factors[j], columns[j]);
}

/** Returns vectors of the same length one after the other. */
export function concatenate(vectors: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(vectors.length * (vectors[0]?.length ?? 0));
  vectors.forEach((vector, k) => void all.set(vector, k * vector.length));
  return all;
}

/** Least pivot relative to its diagonal. A smaller one is a rounding error: the column is a combination of the earlier ones. */
const PIVOT_TOLERANCE = 1e-12;

/**
 * Solves A x = b by Cholesky factorisation for a symmetric positive semidefinite A (size × size, row by row; only the lower
 * triangle is read, and it is overwritten). Columns that depend on earlier ones get 0, as in R's lm.
 */
export function solveCholesky(a: Float64Array, b: Float64Array): Float64Array {
  return choleskySolver(a, b.length)(b);
}

/** Returns a function that solves A x = b for any number of b. It overwrites the lower triangle of A and keeps A. */
export function choleskySolver(a: Float64Array, n: number): (b: Float64Array) => Float64Array {
  const factorised = new Uint8Array(n);
  for (let j = 0; j < n; j++) {
    const row = a.subarray(j * n, j * n + j);
    const pivot = a[j * n + j] - dot(row, row);
    if (!(pivot > PIVOT_TOLERANCE * a[j * n + j])) {
      for (let i = j; i < n; i++) a[i * n + j] = 0;
      continue;
    }
    factorised[j] = 1;
    const root = Math.sqrt(pivot);
    a[j * n + j] = root;
    for (let i = j + 1; i < n; i++) a[i * n + j] = (a[i * n + j] - dot(a.subarray(i * n, i * n + j), row)) / root;
  }
  return (b) => substituteFactors(a, factorised, b);
}

/** Substitutes forward and back with the factor L in the lower triangle. Columns that were not factorised are left out. */
function substituteFactors(l: Float64Array, factorised: Uint8Array, b: Float64Array): Float64Array {
  const n = b.length;
  const x = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (factorised[i]) x[i] = (b[i] - dot(l.subarray(i * n, i * n + i), x.subarray(0, i))) / l[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    if (!factorised[i]) continue;
    x[i] /= l[i * n + i];
    for (let k = 0; k < i; k++) x[k] -= l[i * n + k] * x[i];
  }
  return x;
}
