import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { Pace } from "../../numeric/pace.js";
import type { Objective } from "./logistic.js";
import type { Optimum } from "./newton.js";

const MEMORY = 10;
/** Converged when ten iterations together gained less than this share of the value, or */
const TOLERANCE = 1e-8;
/** when the next one would gain less than this share. */
const LEAST_GAIN = 1e-11;
const MOST_HALVINGS = 30;

interface Pair {
  step: Float64Array;
  change: Float64Array;
  curvature: number;
}

interface Options {
  maxIterations: number;
  /** Divides a gradient by the second derivatives at the start, or what is near them. */
  curvature?: (gradient: Float64Array) => Float64Array;
}

/** Limited-memory BFGS (Liu and Nocedal 1989), for more coefficients than Newton's method can afford. */
export async function lbfgs(
  objective: Objective,
  start: Float64Array,
  { maxIterations, curvature }: Options,
  pace: Pace,
): Promise<Optimum> {
  const pairs: Pair[] = [];
  const values = [objective.value(start)];
  let coefficients = start;
  let gradient = objective.gradient(start);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    if (pace.due()) await pace.rest(iteration / maxIterations);
    const step = direction(pairs, gradient, curvature);
    const slope = dot(step, gradient);
    const next = -slope > LEAST_GAIN * values[0] && search(objective, coefficients, { step, slope, value: values[iteration] });
    if (!next) return { coefficients, converged: true };
    const nextGradient = objective.gradient(next.coefficients);
    remember(pairs, coefficients, next.coefficients, { before: gradient, after: nextGradient });
    coefficients = next.coefficients;
    gradient = nextGradient;
    values.push(next.value);
    const before = values[iteration + 1 - MEMORY];
    if (before !== undefined && before - next.value <= TOLERANCE * before) return { coefficients, converged: true };
  }
  return { coefficients, converged: false };
}

/** Minus the gradient, seen through the curvature of the remembered steps (the two-loop recursion). */
function direction(pairs: readonly Pair[], gradient: Float64Array, curvature = scaleBy(pairs.at(-1))): Float64Array {
  const seen = gradient.map((g) => -g);
  const shares = new Float64Array(pairs.length);
  for (let i = pairs.length - 1; i >= 0; i--) {
    shares[i] = dot(pairs[i].step, seen) / pairs[i].curvature;
    addScaled(seen, -shares[i], pairs[i].change);
  }
  const step = curvature(seen);
  for (let i = 0; i < pairs.length; i++) addScaled(step, shares[i] - dot(pairs[i].change, step) / pairs[i].curvature, pairs[i].step);
  return step;
}

/** The curvature along the last step stands for all of it. */
function scaleBy(last: Pair | undefined): (q: Float64Array) => Float64Array {
  return (q) => {
    const scale = last ? last.curvature / dot(last.change, last.change) : 1 / Math.max(1, Math.sqrt(dot(q, q)));
    return q.map((value) => value * scale);
  };
}

/** The longest of the steps 1, ½, ¼ … that brings the value down enough; none when there is nothing to gain. */
function search(objective: Objective, from: Float64Array, along: { step: Float64Array; slope: number; value: number }) {
  for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
    const share = 1 / 2 ** halvings;
    const coefficients = from.map((b, j) => b + along.step[j] * share);
    const value = objective.value(coefficients);
    if (value < along.value + 1e-4 * share * along.slope) return { coefficients, value };
  }
  return undefined;
}

function remember(pairs: Pair[], from: Float64Array, to: Float64Array, gradients: { before: Float64Array; after: Float64Array }): void {
  const step = to.map((b, j) => b - from[j]);
  const change = gradients.after.map((g, j) => g - gradients.before[j]);
  const curvature = dot(step, change);
  if (!(curvature > 0)) return;
  pairs.push({ step, change, curvature });
  if (pairs.length > MEMORY) pairs.shift();
}
