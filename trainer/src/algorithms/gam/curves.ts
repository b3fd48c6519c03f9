import { multiplyVector } from "./dense-matrix.js";
import type { Term } from "./design.js";
import { termOffsets } from "./normal-equations.js";

/** Returns the value and second derivative at the knots of each term. */
export function knotCurves(terms: readonly Term[], coefficients: Float64Array): Float64Array[] {
  const { starts } = termOffsets(terms);
  return terms.map(({ knotTransform, width }, t) => multiplyVector(knotTransform, coefficients.subarray(starts[t], starts[t] + width)));
}
