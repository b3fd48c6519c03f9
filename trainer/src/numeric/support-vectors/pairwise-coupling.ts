/**
 * Probabilities of several classes from those of each pair (the second method of Wu, Lin and Weng 2004): `pairwise[a * n + b]`
 * is the probability of class a where it is a or b, none of them 0. Writes those of the n classes into `into`; they add up to 1.
 *
 * The p that minimise Σ (r_ba p_a − r_ab p_b)² = p'Qp are those for which Qp has the same number for each class. So has
 * (Q + 11')p, and this matrix is never near a singular one, as r_ab + r_ba = 1: elimination without pivots solves it.
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
  // Below 0 by rounding alone.
  for (let a = 0; a < n; a++) into[a] = Math.max(0, into[a] / sum);
}

/** Q + 11'. */
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
