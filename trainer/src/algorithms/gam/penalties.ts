import type { PenalisedLeastSquares } from "./criterion.js";
import type { Term } from "./design.js";

/** Penalties on the coefficients of all terms, and the number of smoothing parameters. */
export type Penalties = Pick<PenalisedLeastSquares, "penalties" | "groups"> & { count: number };

/** Gives each term that is not a straight line a smoothing parameter of its own. */
export function penaltiesOf(terms: readonly Term[]): Penalties {
  let count = 0;
  const groups = terms.flatMap(({ penalties }) => {
    const group = penalties.some((penalty) => penalty > 0) ? count++ : -1;
    return Array.from(penalties, (penalty) => (penalty > 0 ? group : -1));
  });
  return { penalties: Float64Array.from(terms.flatMap(({ penalties }) => [...penalties])), groups: Int32Array.from(groups), count };
}
