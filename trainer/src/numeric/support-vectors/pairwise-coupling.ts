/**
 * Computes the probabilities of several classes from those of each pair (the second method of Wu, Lin and Weng 2004). `pairwise[a
 * * n + b]` is the probability of class a given a or b; none is 0. Writes the probabilities of the n classes, which sum to 1, to
 * `into`.
 *
 * The p that minimises Σ (r_ba p_a − r_ab p_b)² = p'Qp has the same entry of Qp for each class. The same holds for (Q + 11')p.
 * This matrix is never nearly singular, since r_ab + r_ba = 1, so Gaussian elimination without pivoting solves the system.
 */
export function pairwiseCoupling(pairwise: Float64Array, into: Float64Array): void {
  const n = into.length;
  const matrix = systemOf(pairwise, n);
  into.fill(1);
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const factor = matrix[b * n + a] / matrix[a * n + a];
      for (let c = a + 1; c < n; c++) matrix[b * n + c] -= factor * matrix[a * n + c];
      into[b] -= factor * into[a];
    }
  }
  let sum = 0;
  for (let a = n - 1; a >= 0; a--) {
    for (let b = a + 1; b < n; b++) into[a] -= matrix[a * n + b] * into[b];
    into[a] /= matrix[a * n + a];
    sum += into[a];
  }
  // Values below 0 are rounding errors.
  for (let a = 0; a < n; a++) into[a] = Math.max(0, into[a] / sum);
}

/** Returns Q + 11'. */
function systemOf(pairwise: Float64Array, n: number): Float64Array {
  const matrix = new Float64Array(n * n).fill(1);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      if (a === b) continue;
      matrix[a * n + a] += pairwise[b * n + a] ** 2;
      matrix[a * n + b] -= pairwise[b * n + a] * pairwise[a * n + b];
    }
  }
  return matrix;
}
