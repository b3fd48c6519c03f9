import type { Pace } from "../pace.js";
import { addScaled, dot } from "./linear-algebra.js";
import type { Objective } from "./logistic.js";
import type { Optimum } from "./newton.js";

const MEMORY = 10;
/** Converged when ten iterations together gained less than this share of the value. */
const TOLERANCE = 1e-8;
const MOST_HALVINGS = 30;

interface Pair {
  step: Float64Array;
  change: Float64Array;
  curvature: number;
}

/** Limited-memory BFGS (Liu and Nocedal 1989), for more coefficients than Newton's method can afford. */
export async function lbfgs(objective: Objective, start: Float64Array, maxIterations: number, pace: Pace): Promise<Optimum> {
  const pairs: Pair[] = [];
  const values = [objective.value(start)];
  let coefficients = start;
  let gradient = objective.gradient(start);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    await pace.rest(iteration / maxIterations);
    const step = direction(pairs, gradient);
    const next = search(objective, coefficients, { step, slope: dot(step, gradient), value: values[iteration] });
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
function direction(pairs: readonly Pair[], gradient: Float64Array): Float64Array {
  const q = gradient.map((g) => -g);
  const shares = new Float64Array(pairs.length);
  for (let i = pairs.length - 1; i >= 0; i--) {
    shares[i] = dot(pairs[i].step, q) / pairs[i].curvature;
    addScaled(q, -shares[i], pairs[i].change);
  }
  const last = pairs.at(-1);
  const scale = last ? last.curvature / dot(last.change, last.change) : 1 / Math.max(1, Math.sqrt(dot(q, q)));
  for (let i = 0; i < q.length; i++) q[i] *= scale;
  for (let i = 0; i < pairs.length; i++) addScaled(q, shares[i] - dot(pairs[i].change, q) / pairs[i].curvature, pairs[i].step);
  return q;
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
