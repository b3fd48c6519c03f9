import { backtrackingLineSearch } from "../../numeric/line-search.js";
import { dot, solveCholesky } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Objective } from "./logistic.js";

export interface Optimum {
  coefficients: Float64Array;
  converged: boolean;
}

/** The fit has converged when a step gains less than this share of the starting loss. The next step would gain about its square. */
const TOLERANCE = 1e-7;
const MAX_TRIALS = 30;

/** Newton's method with step halving (iteratively reweighted least squares). Memory: the square of the number of coefficients. */
export async function newton(
  objective: Objective,
  start: Float64Array,
  maxIterations: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Optimum> {
  let coefficients = start;
  let value = objective.loss(coefficients);
  const minGain = TOLERANCE * value;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const gradient = objective.gradient(coefficients);
    const step = solveCholesky(await hessian(objective, iteration / maxIterations, yieldToEventLoop), gradient);
    const gain = dot(gradient, step);
    const next = lineSearch(objective, coefficients, step, value - 1e-4 * gain);
    if (!next) return { coefficients, converged: true };
    coefficients = next.coefficients;
    value = next.loss;
    if (!(gain > minGain)) return { coefficients, converged: true };
  }
  return { coefficients, converged: false };
}

/** Takes the longest of the steps 1, ½, ¼ … that reduces the loss. Returns undefined when rounding leaves nothing to gain. */
function lineSearch(objective: Objective, from: Float64Array, step: Float64Array, target: number) {
  return backtrackingLineSearch(MAX_TRIALS, (share) => {
    const coefficients = from.map((b, j) => b - step[j] * share);
    const loss = objective.loss(coefficients);
    return loss <= target ? { coefficients, loss } : undefined;
  });
}

/** Returns the lower triangle of the Hessian at the coefficients of the last call of `loss`. */
async function hessian(objective: Objective, fraction: number, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array> {
  const { blocks, width, design, probabilities } = objective;
  const h = new Float64Array((blocks * width) ** 2);
  const weight = new Float64Array(design[0].length);
  for (let a = 0; a < blocks; a++) {
    for (let b = 0; b <= a; b++) {
      const [ofA, ofB, own] = [probabilities[a], probabilities[b], a === b ? 1 : 0];
      for (let i = 0; i < weight.length; i++) weight[i] = ofA[i] * (own - ofB[i]);
      const block = await objective.weightedGram(weight, () => yieldToEventLoop(fraction));
      for (let j = 1; j < width; j++) block[j * width + j] += objective.penaltyCurvature(a, b);
      placeBlock(h, objective, { block, a, b });
    }
  }
  return h;
}

/** Writes a symmetric block, given by its lower triangle, to block row a and block column b. */
function placeBlock(h: Float64Array, { blocks, width }: Objective, { block, a, b }: { block: Float64Array; a: number; b: number }): void {
  for (let j = 0; j < width; j++) {
    const row = (a * width + j) * blocks * width + b * width;
    for (let k = 0; k < width; k++) h[row + k] = block[Math.max(j, k) * width + Math.min(j, k)];
  }
}
