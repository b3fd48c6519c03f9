import { InvalidInput } from "@agatha/contracts";
import type { Matrix } from "./algorithm.js";

/** Throws InvalidInput when a number is missing or infinite: for algorithms that compute with every one. */
export function requireFinite(x: Matrix, algorithm: string): void {
  if (areFinite(x.columns)) return;
  throw new InvalidInput("010515", { path: "columns", message: `${algorithm} cannot learn from missing or infinite numbers` });
}

/** Finite sums have no other numbers in them; where one is not, huge numbers may have made it so. */
function areFinite(columns: readonly Float64Array[]): boolean {
  const last = columns.length - 1;
  for (let j = 0; j <= last; j += 4) {
    const [a, b, c, d] = [j, j + 1, j + 2, j + 3].map((k) => columns[Math.min(k, last)]);
    if (!Number.isFinite(total(a, b, c, d))) return columns.every((column) => column.every(Number.isFinite));
  }
  return true;
}

/** Of four columns at once: memory gives more than one at a time, and no addition waits for the one before it. */
function total(a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array): number {
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sumA += a[i];
    sumB += b[i];
    sumC += c[i];
    sumD += d[i];
  }
  return sumA + sumB + sumC + sumD;
}

/** Numbers up to this have fourth powers that add up to finite sums. */
export const FURTHEST = 1e70;

/** Throws InvalidInput when a number is missing, infinite or too large: for algorithms that compute with squares of squares. */
export function requireSquarable(x: Matrix, algorithm: string): void {
  for (const column of x.columns) {
    for (let i = 0; i < column.length; i++) {
      if (Math.abs(column[i]) <= FURTHEST) continue;
      requireFinite(x, algorithm);
      const message = `${algorithm} cannot compute with numbers this large; leave out the column that has them`;
      throw new InvalidInput("010515", { path: "columns", message });
    }
  }
}
