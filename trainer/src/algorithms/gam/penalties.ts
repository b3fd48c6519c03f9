import type { PenalisedLeastSquares } from "./criterion.js";
import type { Term } from "./design.js";

/** What the coefficients of all terms cost, and how many smoothings there are. */
export type Penalties = Pick<PenalisedLeastSquares, "penalties" | "groups"> & { count: number };

/** Each term that curves has a smoothing of its own. */
export function penaltiesOf(terms: readonly Term[]): Penalties {
  let count = 0;
  const groups = terms.flatMap(({ penalties }) => {
    const group = penalties.some((penalty) => penalty > 0) ? count++ : -1;
    return Array.from(penalties, (penalty) => (penalty > 0 ? group : -1));
  });
  return { penalties: Float64Array.from(terms.flatMap(({ penalties }) => [...penalties])), groups: Int32Array.from(groups), count };
}
