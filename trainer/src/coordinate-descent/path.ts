import type { Rest } from "./descend.js";

/** A linear model at one penalty. */
export interface PathPoint {
  /** outputs × (1 + width), output by output, the intercept first. */
  coefficients: Float64Array;
  /** Share of the loss without columns that the columns explain, in the rows learned from. */
  explained: number;
  converged: boolean;
}

/** Rows to fit at one penalty after the other, each fit beginning where the one before ended. */
export interface PathProblem {
  /** Whether a path may end where a step explains hardly more: worth it where a step is dear. */
  endsEarly: boolean;
  /** The least penalty at which every slope is 0. */
  greatestPenalty(mixing: number): number;
  begin(mixing: number, rest: Rest): (penalty: number) => Promise<PathPoint>;
}

/** glmnet's defaults (glmnet.control): the path ends where a step explains hardly more, or nothing is left to explain. */
const LEAST_GAIN = 1e-5;
const MOST_EXPLAINED = 0.999;
const LEAST_STEPS = 5;

/** Penalties in equal ratios, from the greatest of use down to the share `smallest` of it. */
export function penaltyPath(greatest: number, count: number, smallest: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => greatest * smallest ** (i / Math.max(1, count - 1)));
}

/** A point for each penalty, in their order, until it is not worth going on. */
export async function followPath(
  problem: PathProblem,
  { mixing, penalties, toEnd }: { mixing: number; penalties: Float64Array; toEnd?: boolean },
  rest: Rest,
): Promise<PathPoint[]> {
  const fit = problem.begin(mixing, rest);
  const points: PathPoint[] = [];
  for (const penalty of penalties) {
    const resting = rest();
    if (resting) await resting;
    const point = await fit(penalty);
    const before = points.at(-1)?.explained ?? 0;
    points.push(point);
    const little = points.length >= LEAST_STEPS && point.explained - before < LEAST_GAIN * point.explained;
    if (problem.endsEarly && !toEnd && (little || point.explained > MOST_EXPLAINED)) break;
  }
  return points;
}
