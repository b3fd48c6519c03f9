import type { LocatedRows } from "./spline.js";

/**
 * Returns Σ weight · factors of a · factors of b over the rows, one row per coefficient of a's knots and one column per
 * coefficient of b's. Each argument pairs rows with that number of coefficients.
 */
export function weightedCrossProducts(
  [a, sizeA]: [LocatedRows, number],
  [b, sizeB]: [LocatedRows, number],
  weights: Float64Array,
): Float64Array {
  const sums = new Float64Array(sizeA * sizeB);
  const [fa, fb, ka, kb] = [a.factors, b.factors, a.knot, b.knot];
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i];
    const at = 4 * i;
    const b0 = fb[at];
    const b1 = fb[at + 1];
    const b2 = fb[at + 2];
    const b3 = fb[at + 3];
    let cell = 2 * (ka[i] * sizeB + kb[i]);
    for (let r = at; r < at + 4; r++) {
      const factor = weight * fa[r];
      sums[cell] += factor * b0;
      sums[cell + 1] += factor * b1;
      sums[cell + 2] += factor * b2;
      sums[cell + 3] += factor * b3;
      cell += sizeB;
    }
  }
  return sums;
}

/** Returns Σ weight · factors over the rows, one number per coefficient of the knots. */
export function weightedFactorSums({ knot, factors }: LocatedRows, size: number, weights: Float64Array): Float64Array {
  const sums = new Float64Array(size);
  for (let i = 0; i < weights.length; i++) {
    const cell = 2 * knot[i];
    for (let r = 0; r < 4; r++) sums[cell + r] += weights[i] * factors[4 * i + r];
  }
  return sums;
}

/** Adds a curve's value to each row. `curve` holds the value and second derivative at each knot. */
export function addSplineValues(into: Float64Array, { knot, factors }: LocatedRows, curve: Float64Array): void {
  for (let i = 0; i < into.length; i++) {
    const cell = 2 * knot[i];
    const at = 4 * i;
    into[i] +=
      factors[at] * curve[cell] + factors[at + 1] * curve[cell + 1] + factors[at + 2] * curve[cell + 2] + factors[at + 3] * curve[cell + 3];
  }
}
