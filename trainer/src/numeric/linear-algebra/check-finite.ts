import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { Matrix } from "../matrix.js";
import { fourColumnsFrom, sumsOf } from "./center.js";
import type { Scatter } from "./scatter.js";

/** Throws InvalidInput when a number is missing or infinite, for algorithms that compute with every number. */
export function requireFinite(x: Matrix, algorithm: string): void {
  if (allFinite(x.columns)) return;
  throw new InvalidInput(ERRORS.modelTrainingFailed, {
    path: "columns",
    message: `${algorithm} cannot learn from missing or infinite numbers`,
  });
}

/**
 * Returns whether all numbers are finite. A finite sum has only finite terms; an infinite one may come from huge numbers, so its
 * terms are checked.
 */
function allFinite(columns: readonly Float64Array[]): boolean {
  return sumsOf(columns).every(Number.isFinite) || columns.every((column) => column.every(Number.isFinite));
}

/** Largest absolute value whose fourth powers have finite sums. */
export const MAX_MAGNITUDE = 1e70;

/** Throws InvalidInput when a number is missing, infinite or too large, for algorithms that compute with fourth powers. */
export function requireBoundedMagnitude(x: Matrix, algorithm: string): void {
  if (areBounded(x.columns)) return;
  requireFinite(x, algorithm);
  const message = `${algorithm} cannot compute with numbers this large; leave out the column that has them`;
  throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message });
}

/**
 * Does the same where the scatter matrix of the rows is known. It spares a pass over the numbers, since none is further from the
 * mean of its column than the square root of the sum of all squares.
 */
export function requireBoundedScatter(x: Matrix, { means, scatter }: Scatter, algorithm: string): void {
  const isBounded = means.every((mean, j) => Math.abs(mean) + Math.sqrt(scatter[j * x.ncol + j]) <= MAX_MAGNITUDE);
  if (!isBounded) requireBoundedMagnitude(x, algorithm);
}

/** Returns whether all numbers are at most MAX_MAGNITUDE. A small sum of squares has only small terms. */
function areBounded(columns: readonly Float64Array[]): boolean {
  for (let j = 0; j < columns.length; j += 4) {
    if (sumOfSquares(...fourColumnsFrom(columns, j)) <= MAX_MAGNITUDE ** 2) continue;
    return columns.every((column) => column.every((number) => Math.abs(number) <= MAX_MAGNITUDE));
  }
  return true;
}

function sumOfSquares(a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array): number {
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sumA += a[i] * a[i];
    sumB += b[i] * b[i];
    sumC += c[i] * c[i];
    sumD += d[i] * d[i];
  }
  return sumA + sumB + sumC + sumD;
}
