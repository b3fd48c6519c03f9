import type { YieldToEventLoop } from "./descend.js";

/** A linear model at one penalty. */
export interface PathPoint {
  /** outputs × (1 + width), output by output, the intercept first. */
  coefficients: Float64Array;
  /** Share of the loss without columns that the columns explain, in the rows learned from. */
  devianceExplained: number;
  converged: boolean;
}

/** Rows to fit at one penalty after the other, each fit beginning where the one before ended. */
export interface PathProblem {
  /** Whether a path may end where further steps bring nothing: worth it where a step is dear. */
  stopsEarly: boolean;
  /** The least penalty at which every slope is 0. */
  maxPenalty(mixing: number): number;
  startPath(mixing: number, rest: YieldToEventLoop): (penalty: number) => Promise<PathPoint>;
}

/** Penalties in equal ratios, from the greatest of use down to the share `smallest` of it. */
export function penaltyPath(greatest: number, count: number, smallest: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => greatest * smallest ** (i / Math.max(1, count - 1)));
}
