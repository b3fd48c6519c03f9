import type { YieldToEventLoop } from "../yield-to-event-loop.js";

/** A linear model at one penalty. */
export interface PathPoint {
  /** outputs × (1 + width), output by output, the intercept first. */
  coefficients: Float64Array;
  /** Returns the share of the null loss that the columns explain in the training rows. */
  devianceExplained(): number;
  converged: boolean;
}

/** Rows to fit at one penalty after the other. Each fit starts from the previous one. */
export interface PathProblem {
  /** Whether a path may end where further steps gain nothing. This pays off where a step is expensive. */
  stopsEarly: boolean;
  /** Returns the least penalty at which every coefficient is 0. */
  maxPenalty(mixing: number): number;
  startPath(mixing: number, yieldToEventLoop: YieldToEventLoop): (penalty: number) => Promise<PathPoint>;
}

/** Returns penalties in a geometric sequence, from the greatest down to its share `smallest`. */
export function penaltyPath(greatest: number, count: number, smallest: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => greatest * smallest ** (i / Math.max(1, count - 1)));
}
