import { InvalidInput } from "@agatha/contracts";
import type { Matrix } from "./algorithm.js";

/** Throws InvalidInput when a number is missing or infinite: for algorithms that compute with every one. */
export function requireFinite(x: Matrix, algorithm: string): void {
  if (x.columns.every(isFiniteColumn)) return;
  throw new InvalidInput("010515", { path: "columns", message: `${algorithm} cannot learn from missing or infinite numbers` });
}

/** A finite sum has no other numbers in it; what is huge and finite is looked at one by one. Four sums, as each waits for its last addition. */
function isFiniteColumn(column: Float64Array): boolean {
  const whole = column.length - (column.length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < whole; i += 4) {
    a += column[i];
    b += column[i + 1];
    c += column[i + 2];
    d += column[i + 3];
  }
  for (let i = whole; i < column.length; i++) a += column[i];
  return Number.isFinite(a + b + c + d) || column.every(Number.isFinite);
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
