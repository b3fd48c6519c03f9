import { backtrackingLineSearch } from "../../numeric/line-search.js";
import { dot, solveCholesky } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Objective, Point } from "./logistic.js";

export interface Optimum {
  coefficients: Float64Array;
  converged: boolean;
}

/** The fit has converged when a step gains less than this share of the starting loss. The next step would gain about its square. */
const TOLERANCE = 1e-7;
const MAX_TRIALS = 30;

/**
 * Newton's method with step halving (iteratively reweighted least squares). `start` is the point that was evaluated last. Memory:
 * the square of the number of coefficients.
 */
export async function newton(
  objective: Objective,
  start: Point,
  maxIterations: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Optimum> {
  let { coefficients, loss, gradient } = start;
  const minGain = TOLERANCE * loss;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const step = solveCholesky(await hessian(objective, iteration / maxIterations, yieldToEventLoop), gradient);
    const gain = dot(gradient, step);
    const next = lineSearch(objective, coefficients, step, loss - 1e-4 * gain);
    if (!next) return { coefficients, converged: true };
    ({ coefficients, loss, gradient } = next);
    if (!(gain > minGain)) return { coefficients, converged: true };
  }
  return { coefficients, converged: false };
}

/** Takes the longest of the steps 1, ½, ¼ … that reduces the loss. Returns undefined when rounding leaves nothing to gain. */
function lineSearch(objective: Objective, from: Float64Array, step: Float64Array, target: number) {
  return backtrackingLineSearch(MAX_TRIALS, (share) => {
    const point = objective.evaluate(from.map((b, j) => b - step[j] * share));
    return point.loss <= target ? point : undefined;
  });
}

/** Returns the lower triangle of the Hessian at the coefficients of the last call of `evaluate`. */
async function hessian(objective: Objective, fraction: number, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array> {
  const { blocks, width } = objective;
  const h = new Float64Array((blocks * width) ** 2);
  const probabilities = objective.probabilities();
  const weight = new Float64Array(probabilities[0]?.length ?? 0);
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
