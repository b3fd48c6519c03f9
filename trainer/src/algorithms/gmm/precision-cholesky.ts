import { dot } from "../../numeric/linear-algebra/vectors.js";

/** Least pivot relative to its diagonal. A smaller one is rounding error: the column is a combination of the earlier ones. */
const PIVOT_TOLERANCE = 1e-12;

/**
 * Writes the upper triangular F with F Fᵀ = A⁻¹ to `into`, and returns the log of F's determinant. A is symmetric positive
 * definite (size × size); only its upper triangle is read. Rows of both are `stride` numbers long. A pivot below PIVOT_TOLERANCE
 * times its diagonal is raised to that.
 */
export function precisionCholesky(a: Float64Array, size: number, stride: number, into: Float64Array): number {
  const lower = choleskyRows(a, size, stride);
  const inverse = Array.from({ length: size }, () => new Float64Array(size));
  let logarithm = 0;
  for (let c = 0; c < size; c++) {
    // Row c of L⁻¹, kept as a column of F.
    const row = inverse[c];
    const own = lower[c];
    for (let k = 0; k < c; k++) {
      const factor = own[k];
      const above = inverse[k];
      for (let j = 0; j <= k; j++) row[j] -= factor * above[j];
    }
    for (let j = 0; j < c; j++) row[j] /= own[c];
    row[c] = 1 / own[c];
    logarithm += Math.log(row[c]);
    for (let j = 0; j <= c; j++) into[j * stride + c] = row[j];
  }
  return logarithm;
}

/** Returns the rows of L with L Lᵀ = A. */
function choleskyRows(a: Float64Array, size: number, stride: number): Float64Array[] {
  const lower = Array.from({ length: size }, () => new Float64Array(size));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) lower[i][j] = (a[j * stride + i] - dot(lower[i], lower[j], 0, j)) / lower[j][j];
    const diagonal = a[i * stride + i];
    lower[i][i] = Math.sqrt(Math.max(diagonal - dot(lower[i], lower[i], 0, i), PIVOT_TOLERANCE * diagonal));
  }
  return lower;
}
