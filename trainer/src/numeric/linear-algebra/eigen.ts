import type { Pace } from "../pace.js";
import { type Tridiagonal, tridiagonalise } from "./tridiagonal.js";

/** Eigenvalues that are not 0 but for rounding, the greatest first, and for each its eigenvector of length 1. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array[];
}

/** Steps for an eigenvalue that no matrix of finite numbers has been seen to need: two or three are usual. */
const MOST_STEPS = 60;
/** A sum of two squares of which one was too small for a number is not wrong by more than rounding from here on. */
const LEAST_SQUARE = Number.MIN_VALUE / Number.EPSILON ** 2;

/**
 * Eigenvalues and -vectors of a symmetric positive semidefinite matrix (size × size, row by row, of which the lower
 * triangle is read): made tridiagonal by Householder's reflections, then diagonal by QR steps with Wilkinson's shift
 * (Golub and Van Loan, Matrix Computations, sections 8.3.1 to 8.3.5). Throws when numbers are not finite.
 */
export async function eigenOf(lower: Float64Array, size: number, pace: Pace): Promise<Eigen> {
  const tridiagonal = await tridiagonalise(lower, size, pace);
  const { diagonal, beside } = tridiagonal;
  let left = size * MOST_STEPS;
  for (let last = size - 1; last > 0; ) {
    if (isNothing(tridiagonal, last - 1)) {
      beside[--last] = 0;
      continue;
    }
    let first = last - 1;
    while (first > 0 && !isNothing(tridiagonal, first - 1)) first--;
    if (left-- === 0) throw new Error(`no eigenvalues were found: is a number not finite? (${diagonal[last]}, ${beside[first]})`);
    takeStep(tridiagonal, first, last);
    if (pace.due()) await pace.rest((size - last) / size);
  }
  return sorted(tridiagonal);
}

/** Whether the number beside two of the diagonal is rounding error. */
function isNothing({ diagonal, beside }: Tridiagonal, i: number): boolean {
  return Math.abs(beside[i]) <= Number.EPSILON * (Math.abs(diagonal[i]) + Math.abs(diagonal[i + 1]));
}

/** A QR step of the part from `first` to `last`, whose shift makes the number beside the last one small. */
function takeStep({ diagonal, beside, axes }: Tridiagonal, first: number, last: number): void {
  let ahead = diagonal[first] - shiftFor(diagonal[last - 1], diagonal[last], beside[last - 1]);
  let bulge = beside[first];
  const turns = axes.sweep(first, last - first);
  for (let k = first; k < last; k++) {
    const length = lengthOf(ahead, bulge);
    const cosine = length > 0 ? ahead / length : 1;
    const sine = length > 0 ? bulge / length : 0;
    if (k > first) beside[k - 1] = length;
    const [one, between, other] = [diagonal[k], beside[k], diagonal[k + 1]];
    const twice = 2 * cosine * sine * between;
    diagonal[k] = cosine * cosine * one + twice + sine * sine * other;
    diagonal[k + 1] = sine * sine * one - twice + cosine * cosine * other;
    beside[k] = cosine * sine * (other - one) + (cosine * cosine - sine * sine) * between;
    turns[2 * (k - first)] = cosine;
    turns[2 * (k - first) + 1] = sine;
    if (k === last - 1) break;
    ahead = beside[k];
    bulge = sine * beside[k + 1];
    beside[k + 1] *= cosine;
  }
}

/** Wilkinson's: the eigenvalue of the last two rows that is nearer to the last number. */
function shiftFor(one: number, last: number, between: number): number {
  const half = (one - last) / 2;
  return last - between * (between / (half + (half < 0 ? -1 : 1) * lengthOf(half, between)));
}

/** As Math.hypot, which takes many times as long, and is needed only where squares are too small or too large. */
function lengthOf(a: number, b: number): number {
  const squares = a * a + b * b;
  return squares > LEAST_SQUARE && squares < Number.MAX_VALUE ? Math.sqrt(squares) : Math.hypot(a, b);
}

function sorted({ diagonal, axes }: Tridiagonal): Eigen {
  const order = [...diagonal.keys()].sort((a, b) => diagonal[b] - diagonal[a]);
  const least = diagonal.length * Number.EPSILON * (diagonal[order[0]] ?? 0);
  const kept = order.filter((k) => diagonal[k] > least);
  return { values: Float64Array.from(kept, (k) => diagonal[k]), vectors: kept.map((k) => axes.get(k)) };
}
