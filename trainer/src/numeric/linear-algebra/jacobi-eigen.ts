import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import type { Eigendecomposition } from "./symmetric-eigen.js";
import { dot } from "./vectors.js";

/** Most sweeps. No matrix of finite numbers has needed as many. */
const MAX_SWEEPS = 60;
/** Least product of two rotated rows, as a share of their lengths. A smaller one is a rounding error. */
const ORTHOGONALITY_TOLERANCE = 1e-14;

/**
 * Does the same as symmetricEigen, for matrices whose small eigenvalues must be as exact as the great ones (Demmel and Veselić
 * 1992). It is several times slower. One-sided Jacobi rotations (Hestenes 1958) make the rows orthogonal; their lengths are then
 * the eigenvalues and their directions the eigenvectors.
 */
export async function jacobiEigen(lower: Float64Array, size: number, yieldToEventLoop: YieldToEventLoop): Promise<Eigendecomposition> {
  const rows = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => lower[Math.max(i, j) * size + Math.min(i, j)]),
  );
  const squares = new Float64Array(size);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    rows.forEach((row, i) => {
      squares[i] = dot(row, row);
    });
    const least = Math.max(...squares, 0) * Number.EPSILON ** 2;
    let rotated = false;
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        if (squares[a] > least && squares[b] > least) rotated = jacobiRotate(rows, a, b, squares) || rotated;
      }
      const pending = yieldToEventLoop(sweep / MAX_SWEEPS);
      if (pending) await pending;
    }
    if (!rotated) break;
  }
  return sortEigenpairs(rows);
}

/**
 * Rotates rows a and b in their plane until they are orthogonal, and updates their squared lengths. Returns false if they are
 * orthogonal already.
 */
function jacobiRotate(rows: readonly Float64Array[], a: number, b: number, squares: Float64Array): boolean {
  const [first, second] = [rows[a], rows[b]];
  const product = dot(first, second);
  if (Math.abs(product) <= ORTHOGONALITY_TOLERANCE * Math.sqrt(squares[a] * squares[b])) return false;
  const ratio = (squares[b] - squares[a]) / (2 * product);
  const tangent = Math.sign(ratio || 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = cosine * tangent;
  for (let i = 0; i < first.length; i++) {
    const p = first[i];
    const q = second[i];
    first[i] = cosine * p - sine * q;
    second[i] = sine * p + cosine * q;
  }
  squares[a] -= tangent * product;
  squares[b] += tangent * product;
  return true;
}

function sortEigenpairs(rows: readonly Float64Array[]): Eigendecomposition {
  const pairs = rows.map((row) => ({ row, value: Math.sqrt(dot(row, row)) })).sort((a, b) => b.value - a.value);
  const least = rows.length * Number.EPSILON * (pairs[0]?.value ?? 0);
  const kept = pairs.filter(({ value }) => value > least);
  return {
    values: Float64Array.from(kept, ({ value }) => value),
    vectors: kept.map(({ row, value }) => row.map((number) => number / value)),
  };
}
