import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { type Tridiagonal, tridiagonalise } from "./tridiagonal.js";

/** Eigenvalues above rounding error, the greatest first, and a unit eigenvector for each. */
export interface Eigendecomposition {
  values: Float64Array;
  vectors: Float64Array[];
}

/** Most steps for an eigenvalue. No matrix of finite numbers has needed as many; two or three are usual. */
const MAX_QR_STEPS = 60;
/** Least sum of two squares that is exact to rounding even if one of the squares underflows. */
const MIN_SAFE_SQUARE = Number.MIN_VALUE / Number.EPSILON ** 2;

/**
 * Returns eigenvalues and eigenvectors of a symmetric positive semidefinite matrix (size × size, row by row; only the lower
 * triangle is read). Householder reflections make it tridiagonal, then QR steps with Wilkinson's shift make it diagonal (Golub
 * and Van Loan, Matrix Computations, sections 8.3.1 to 8.3.5). Throws when numbers are not finite.
 */
export async function symmetricEigen(lower: Float64Array, size: number, yieldToEventLoop: YieldToEventLoop): Promise<Eigendecomposition> {
  const tridiagonal = await tridiagonalise(lower, size, yieldToEventLoop);
  const { diagonal, subdiagonal } = tridiagonal;
  let left = size * MAX_QR_STEPS;
  for (let last = size - 1; last > 0; ) {
    if (isNegligible(tridiagonal, last - 1)) {
      subdiagonal[--last] = 0;
      continue;
    }
    let first = last - 1;
    while (first > 0 && !isNegligible(tridiagonal, first - 1)) first--;
    if (left-- === 0) throw new Error(`no eigenvalues were found: is a number not finite? (${diagonal[last]}, ${subdiagonal[first]})`);
    qrStep(tridiagonal, first, last);
    const pending = yieldToEventLoop((size - last) / size);
    if (pending) await pending;
  }
  return sortEigenpairs(tridiagonal);
}

/** Returns whether subdiagonal number i is a rounding error beside its two diagonal numbers. */
function isNegligible({ diagonal, subdiagonal }: Tridiagonal, i: number): boolean {
  return Math.abs(subdiagonal[i]) <= Number.EPSILON * (Math.abs(diagonal[i]) + Math.abs(diagonal[i + 1]));
}

/** Makes a QR step of the part from `first` to `last`. Its shift makes the last subdiagonal number small. */
function qrStep({ diagonal, subdiagonal, basis }: Tridiagonal, first: number, last: number): void {
  let x = diagonal[first] - wilkinsonShift(diagonal[last - 1], diagonal[last], subdiagonal[last - 1]);
  let bulge = subdiagonal[first];
  const rotations = basis.queueRotations(first, last - first);
  for (let k = first; k < last; k++) {
    const length = hypot(x, bulge);
    const cosine = length > 0 ? x / length : 1;
    const sine = length > 0 ? bulge / length : 0;
    if (k > first) subdiagonal[k - 1] = length;
    const [upper, offDiagonal, lower] = [diagonal[k], subdiagonal[k], diagonal[k + 1]];
    const twice = 2 * cosine * sine * offDiagonal;
    diagonal[k] = cosine * cosine * upper + twice + sine * sine * lower;
    diagonal[k + 1] = sine * sine * upper - twice + cosine * cosine * lower;
    subdiagonal[k] = cosine * sine * (lower - upper) + (cosine * cosine - sine * sine) * offDiagonal;
    rotations[2 * (k - first)] = cosine;
    rotations[2 * (k - first) + 1] = sine;
    if (k === last - 1) break;
    x = subdiagonal[k];
    bulge = sine * subdiagonal[k + 1];
    subdiagonal[k + 1] *= cosine;
  }
}

/** Returns Wilkinson's shift: the eigenvalue of the last two rows that is nearer to the last diagonal number. */
function wilkinsonShift(previous: number, last: number, offDiagonal: number): number {
  const half = (previous - last) / 2;
  return last - offDiagonal * (offDiagonal / (half + (half < 0 ? -1 : 1) * hypot(half, offDiagonal)));
}

/** Returns what Math.hypot returns. Math.hypot takes many times as long, and is needed only where squares underflow or overflow. */
function hypot(a: number, b: number): number {
  const squares = a * a + b * b;
  return squares > MIN_SAFE_SQUARE && squares < Number.MAX_VALUE ? Math.sqrt(squares) : Math.hypot(a, b);
}

function sortEigenpairs({ diagonal, basis }: Tridiagonal): Eigendecomposition {
  const order = [...diagonal.keys()].sort((a, b) => diagonal[b] - diagonal[a]);
  const least = diagonal.length * Number.EPSILON * (diagonal[order[0]] ?? 0);
  const kept = order.filter((k) => diagonal[k] > least);
  return { values: Float64Array.from(kept, (k) => diagonal[k]), vectors: kept.map((k) => basis.vector(k)) };
}
