import { backtrackingLineSearch } from "../../numeric/line-search.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Objective, Point } from "./logistic.js";
import type { Optimum } from "./newton.js";

const MEMORY = 10;
/** The fit has converged when ten iterations together gain less than this share of the loss, */
const TOLERANCE = 1e-8;
/**
 * or when the next iteration would gain less than this share. Coefficients are then within about a hundredth of their standard
 * errors with ten thousand rows.
 */
const MIN_GAIN = 1e-9;
const MAX_TRIALS = 30;

interface CorrectionPair {
  step: Float64Array;
  gradientChange: Float64Array;
  curvature: number;
}

interface LbfgsOptions {
  maxIterations: number;
  /** Divides a gradient by an approximation of the second derivatives at the start. */
  preconditioner?: (gradient: Float64Array) => Float64Array;
}

/** Minimises by limited-memory BFGS (Liu and Nocedal 1989), for more coefficients than Newton's method can afford. */
export async function lbfgs(
  objective: Objective,
  start: Point,
  { maxIterations, preconditioner }: LbfgsOptions,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Optimum> {
  const pairs: CorrectionPair[] = [];
  let { coefficients, loss, gradient } = start;
  const values = [loss];
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const pending = yieldToEventLoop(iteration / maxIterations);
    if (pending) await pending;
    const step = twoLoopDirection(pairs, gradient, preconditioner);
    const slope = dot(step, gradient);
    const next = -slope > MIN_GAIN * values[0] && lineSearch(objective, coefficients, { step, slope, loss });
    if (!next) return { coefficients, converged: true };
    pushCorrectionPair(pairs, coefficients, next.coefficients, { before: gradient, after: next.gradient });
    ({ coefficients, loss, gradient } = next);
    values.push(loss);
    const earlierValue = values[iteration + 1 - MEMORY];
    if (earlierValue !== undefined && earlierValue - loss <= TOLERANCE * earlierValue) return { coefficients, converged: true };
  }
  return { coefficients, converged: false };
}

/**
 * Returns the quasi-Newton direction: minus the gradient times the inverse Hessian that the remembered steps approximate
 * (two-loop recursion).
 */
function twoLoopDirection(
  pairs: readonly CorrectionPair[],
  gradient: Float64Array,
  curvature = initialScaling(pairs.at(-1)),
): Float64Array {
  const q = gradient.map((g) => -g);
  const alphas = new Float64Array(pairs.length);
  for (let i = pairs.length - 1; i >= 0; i--) {
    alphas[i] = dot(pairs[i].step, q) / pairs[i].curvature;
    addScaled(q, -alphas[i], pairs[i].gradientChange);
  }
  const step = curvature(q);
  for (let i = 0; i < pairs.length; i++)
    addScaled(step, alphas[i] - dot(pairs[i].gradientChange, step) / pairs[i].curvature, pairs[i].step);
  return step;
}

/** Scales by the curvature along the last step. */
function initialScaling(last: CorrectionPair | undefined): (q: Float64Array) => Float64Array {
  return (q) => {
    const scale = last ? last.curvature / dot(last.gradientChange, last.gradientChange) : 1 / Math.max(1, Math.sqrt(dot(q, q)));
    return q.map((value) => value * scale);
  };
}

/** Takes the longest of the steps 1, ½, ¼ … that reduces the loss enough. Returns undefined when there is nothing to gain. */
function lineSearch(objective: Objective, from: Float64Array, along: { step: Float64Array; slope: number; loss: number }) {
  return backtrackingLineSearch(MAX_TRIALS, (share) => {
    const point = objective.evaluate(from.map((b, j) => b + along.step[j] * share));
    return point.loss < along.loss + 1e-4 * share * along.slope ? point : undefined;
  });
}

function pushCorrectionPair(
  pairs: CorrectionPair[],
  from: Float64Array,
  to: Float64Array,
  gradients: { before: Float64Array; after: Float64Array },
): void {
  const step = to.map((b, j) => b - from[j]);
  const gradientChange = gradients.after.map((g, j) => g - gradients.before[j]);
  const curvature = dot(step, gradientChange);
  if (!(curvature > 0)) return;
  pairs.push({ step, gradientChange, curvature });
  if (pairs.length > MEMORY) pairs.shift();
}
