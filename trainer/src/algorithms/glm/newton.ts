import type { Pace } from "../pace.js";
import { dot, solvePositive } from "./linear-algebra.js";
import type { Objective } from "./logistic.js";

export interface Optimum {
  coefficients: Float64Array;
  converged: boolean;
}

/** Converged when a step gained less than this share of the starting value: the next one would gain about its square. */
const TOLERANCE = 1e-7;
const MOST_HALVINGS = 30;

/** Newton's method with step halving (iteratively reweighted least squares). Memory: the square of the coefficients' number. */
export async function newton(objective: Objective, start: Float64Array, maxIterations: number, pace: Pace): Promise<Optimum> {
  let coefficients = start;
  let value = objective.value(coefficients);
  const enough = TOLERANCE * value;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const gradient = objective.gradient(coefficients);
    const step = solvePositive(await hessian(objective, iteration / maxIterations, pace), gradient);
    const gain = dot(gradient, step);
    const next = halve(objective, coefficients, step, value - 1e-4 * gain);
    if (!next) return { coefficients, converged: true };
    coefficients = next.coefficients;
    value = next.value;
    if (!(gain > enough)) return { coefficients, converged: true };
  }
  return { coefficients, converged: false };
}

/** The longest of the steps 1, ½, ¼ … that brings the value down; none when rounding leaves nothing to gain. */
function halve(objective: Objective, from: Float64Array, step: Float64Array, target: number) {
  for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
    const coefficients = from.map((b, j) => b - step[j] / 2 ** halvings);
    const value = objective.value(coefficients);
    if (value <= target) return { coefficients, value };
  }
  return undefined;
}

/** Lower triangle of the second derivatives at the point that `value` was last asked for. */
async function hessian(objective: Objective, fraction: number, pace: Pace): Promise<Float64Array> {
  const { blocks, width, design, probabilities } = objective;
  const size = blocks * width;
  const h = new Float64Array(size * size);
  const weight = new Float64Array(design[0].length);
  for (let a = 0; a < blocks; a++) {
    for (let b = 0; b <= a; b++) {
      for (let i = 0; i < weight.length; i++) weight[i] = probabilities[a][i] * ((a === b ? 1 : 0) - probabilities[b][i]);
      const block = await weightedGram(design, weight, () => (pace.due() ? pace.rest(fraction) : undefined));
      for (let j = 0; j < width; j++) {
        h.set(block.subarray(j * width, (j + 1) * width), (a * width + j) * size + b * width);
        if (j > 0) h[(a * width + j) * size + b * width + j] += objective.penaltyCurvature(a, b);
      }
    }
  }
  return h;
}

/** Σ weight · xⱼ · xₖ over the rows, for all pairs of columns. */
async function weightedGram(
  columns: readonly Float64Array[],
  weight: Float64Array,
  rest: () => Promise<void> | undefined,
): Promise<Float64Array> {
  const width = columns.length;
  const gram = new Float64Array(width * width);
  const weighted = new Float64Array(weight.length);
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < weight.length; i++) weighted[i] = weight[i] * columns[j][i];
    for (let k = 0; k <= j; k++) {
      gram[j * width + k] = dot(weighted, columns[k]);
      gram[k * width + j] = gram[j * width + k];
    }
    const resting = rest();
    if (resting) await resting;
  }
  return gram;
}
