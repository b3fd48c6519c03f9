import { times } from "./dense.js";
import type { Term } from "./design.js";
import { placesOf } from "./moments.js";

/** What the knots of each term have. */
export function curvesOf(terms: readonly Term[], coefficients: Float64Array): Float64Array[] {
  const { starts } = placesOf(terms);
  return terms.map(({ toKnots, width }, t) => times(toKnots, coefficients.subarray(starts[t], starts[t] + width)));
}
