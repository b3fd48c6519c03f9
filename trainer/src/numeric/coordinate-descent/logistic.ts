import { sumOf } from "../linear-algebra/centre.js";
import { weightedGram } from "../linear-algebra/gram.js";
import { addScaled, dot } from "../linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { coordinateDescent, elasticNetPenalty } from "./descend.js";
import type { Penalty } from "./descent-state.js";
import { type ClassRows, createLogLikelihood, type LogLikelihood } from "./log-likelihood.js";
import type { PathProblem } from "./regularization-path.js";
import { covariance } from "./sufficient-statistics.js";

const MAX_SWEEPS = 1000;
const MAX_HALVINGS = 20;
/**
 * Second derivatives are reused while the rows' weights have changed by less than this share. The steps stay close enough to
 * Newton's.
 */
const HESSIAN_REUSE_TOLERANCE = 0.2;

interface NewtonOptions {
  /** Most Newton steps for every class at each penalty. */
  maxIterations: number;
  /** As a share of the null loss: the fit has converged when no coefficient's step changes the loss by more. */
  tolerance: number;
}

/**
 * Mean negative log-likelihood of logistic regression, with a set of coefficients for each of more than two classes, as in
 * glmnet. It applies Newton's method to one class after the other (Friedman, Hastie and Tibshirani 2010, section 4). Memory: two
 * numbers a row and class; columns² a class.
 */
export function logisticProblem(trainingSet: ClassRows, { maxIterations, tolerance }: NewtonOptions): PathProblem {
  const { columns } = trainingSet;
  return {
    stopsEarly: true,
    maxPenalty(mixing) {
      const start = createLogLikelihood(trainingSet);
      let greatest = 0;
      for (const k of start.outputs) {
        const { residual } = start.derivatives(k);
        for (const column of columns) greatest = Math.max(greatest, Math.abs(dot(column, residual)) / residual.length);
      }
      return greatest / mixing;
    },
    startPath(mixing, yieldToEventLoop) {
      const likelihood = createLogLikelihood(trainingSet);
      const nullLoss = likelihood.loss();
      const hessians = new Map(likelihood.outputs.map((k) => [k, undefined as ClassHessian | undefined]));
      return async (size) => {
        const penalty = elasticNetPenalty(size, mixing);
        let converged = false;
        for (let i = 0; i < maxIterations && !converged; i++) {
          let largest = 0;
          for (const k of likelihood.outputs) {
            const step = await newtonStep({ likelihood, columns, hessians, penalty, tolerance: tolerance * nullLoss, yieldToEventLoop }, k);
            largest = Math.max(largest, step);
          }
          converged = largest <= tolerance * nullLoss;
        }
        return { coefficients: likelihood.coefficients(), devianceExplained: 1 - likelihood.loss() / nullLoss, converged };
      };
    },
  };
}

/** Second derivatives of one output, with the intercept eliminated. */
interface ClassHessian {
  weight: Float64Array;
  /** Mean weight, and means of the weighted columns. */
  total: number;
  means: Float64Array;
  gram: Float64Array;
}

interface NewtonContext {
  likelihood: LogLikelihood;
  columns: readonly Float64Array[];
  hessians: Map<number, ClassHessian | undefined>;
  penalty: Penalty;
  tolerance: number;
  yieldToEventLoop: YieldToEventLoop;
}

/** Takes one Newton step for output k. Returns the greatest change of the loss by a single coefficient. */
async function newtonStep(work: NewtonContext, k: number): Promise<number> {
  const { likelihood, columns, hessians, penalty, tolerance, yieldToEventLoop } = work;
  const { residual, weight } = likelihood.derivatives(k);
  let hessian = hessians.get(k);
  if (hessian === undefined || weightsChanged(hessian.weight, weight)) {
    hessian = await classHessian(columns, weight, yieldToEventLoop);
    hessians.set(k, hessian);
  }
  if (!(hessian.total > 0)) return 0;
  const { gram, means, total } = hessian;
  const width = columns.length;
  const rows = residual.length;
  const meanResidual = sumOf(residual) / rows;
  const before = likelihood.slopeCoefficients(k);
  const moment = means.map((mean, j) => {
    if (!(gram[j * width + j] > 0)) return 0;
    return dot(columns[j], residual) / rows - (mean / total) * meanResidual + dot(gram.subarray(j * width, (j + 1) * width), before);
  });
  const after = before.slice();
  await coordinateDescent({ gram, moment }, penalty, after, { tolerance: tolerance / 10, maxSweeps: MAX_SWEEPS, yieldToEventLoop });
  const move = after.map((value, j) => value - before[j]);
  const shift = (meanResidual - dot(means, move)) / total;
  if (!backtrack(likelihood, penalty, k, { move, shift })) hessians.set(k, undefined);
  return move.reduce((greatest, value, j) => Math.max(greatest, gram[j * width + j] * value * value), total * shift * shift);
}

function weightsChanged(before: Float64Array, now: Float64Array): boolean {
  let difference = 0;
  let sum = 0;
  for (let i = 0; i < now.length; i++) {
    difference += Math.abs(now[i] - before[i]);
    sum += before[i];
  }
  return difference > HESSIAN_REUSE_TOLERANCE * sum;
}

async function classHessian(
  columns: readonly Float64Array[],
  weight: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ClassHessian> {
  const rows = sumOf(weight);
  const xx = await weightedGram(columns, weight, yieldToEventLoop);
  const sumX = Float64Array.from(columns, (column) => dot(column, weight));
  const total = rows / weight.length;
  // The covariance is a mean over the weights, the Hessian a mean over all rows.
  const gram = covariance({ rows, sumX, xx }).map((value) => value * total);
  return { weight: weight.slice(), total, means: sumX.map((sum) => sum / weight.length), gram };
}

/** Takes the first of the steps 1, ½, ¼ … that reduces the penalised loss. Returns whether it was the whole step. */
function backtrack(likelihood: LogLikelihood, penalty: Penalty, k: number, step: { move: Float64Array; shift: number }): boolean {
  const slopes = likelihood.slopeCoefficients(k);
  const cost = (b: Float64Array) => b.reduce((sum, value) => sum + penalty.l1 * Math.abs(value) + (penalty.l2 / 2) * value * value, 0);
  const before = likelihood.loss() + cost(slopes);
  let taken = 0;
  for (let halvings = 0; halvings <= MAX_HALVINGS; halvings++) {
    const share = halvings === MAX_HALVINGS ? 0 : 1 / 2 ** halvings;
    likelihood.applyStep(k, step, share - taken);
    taken = share;
    const now = slopes.slice();
    addScaled(now, share, step.move);
    if (likelihood.loss() + cost(now) <= before * (1 + 1e-12)) return halvings === 0;
  }
  return false;
}
