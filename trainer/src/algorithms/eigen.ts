import { dot } from "./glm/linear-algebra.js";
import type { Pace } from "./pace.js";

/** Eigenvalues that are not 0 but for rounding, the greatest first, and for each its eigenvector of length 1. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array[];
}

/** Sweeps that no matrix of finite numbers has been seen to need. */
const MOST_SWEEPS = 60;
/** A product of two rotated columns this small beside their lengths is rounding error. */
const ORTHOGONAL = 1e-14;

/**
 * Eigenvalues and -vectors of a symmetric positive semidefinite matrix (size × size, row by row, of which the lower
 * triangle is read): one-sided Jacobi rotations (Hestenes 1958) of its rows until they are orthogonal, when their lengths
 * are the eigenvalues and their directions the eigenvectors.
 */
export async function eigenOf(lower: Float64Array, size: number, pace: Pace): Promise<Eigen> {
  const rows = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => lower[Math.max(i, j) * size + Math.min(i, j)]),
  );
  const most = Math.max(...rows.map((row) => dot(row, row)), 0);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let rotated = false;
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) rotated = orthogonalise(rows[a], rows[b], most) || rotated;
      if (pace.due()) await pace.rest(sweep / MOST_SWEEPS);
    }
    if (!rotated) break;
  }
  return sorted(rows);
}

/** Turns two rows in their plane until they are orthogonal; false when they are already. */
function orthogonalise(a: Float64Array, b: Float64Array, most: number): boolean {
  const [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)];
  if (Math.abs(ab) <= ORTHOGONAL * Math.sqrt(aa * bb) || Math.min(aa, bb) <= most * Number.EPSILON ** 2) return false;
  const ratio = (bb - aa) / (2 * ab);
  const tangent = Math.sign(ratio || 1) / (Math.abs(ratio) + Math.hypot(1, ratio));
  const cosine = 1 / Math.hypot(1, tangent);
  const sine = cosine * tangent;
  for (let i = 0; i < a.length; i++) {
    const [p, q] = [a[i], b[i]];
    a[i] = cosine * p - sine * q;
    b[i] = sine * p + cosine * q;
  }
  return true;
}

function sorted(rows: readonly Float64Array[]): Eigen {
  const found = rows.map((row) => ({ row, value: Math.sqrt(dot(row, row)) })).sort((a, b) => b.value - a.value);
  const least = rows.length * Number.EPSILON * (found[0]?.value ?? 0);
  const kept = found.filter(({ value }) => value > least);
  return {
    values: Float64Array.from(kept, ({ value }) => value),
    vectors: kept.map(({ row, value }) => row.map((number) => number / value)),
  };
}
