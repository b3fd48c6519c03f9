import { addScaled, dot } from "../linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { type CoordinateDescent, createCoordinateDescent, elasticNetPenalty } from "./descend.js";
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
  const likelihood = createLogLikelihood(trainingSet);
  const rows = trainingSet.codes.length;
  const descent = createCoordinateDescent(trainingSet.columns.length);
  return {
    stopsEarly: true,
    maxPenalty(mixing) {
      likelihood.reset();
      let greatest = 0;
      for (const k of likelihood.outputs) {
        for (const sum of likelihood.derive(k).gradient) greatest = Math.max(greatest, Math.abs(sum) / rows);
      }
      return greatest / mixing;
    },
    startPath(mixing, yieldToEventLoop) {
      likelihood.reset();
      const nullLoss = likelihood.loss();
      const hessians = new Map(likelihood.outputs.map((k) => [k, undefined as ClassHessian | undefined]));
      return async (size) => {
        const penalty = elasticNetPenalty(size, mixing);
        let converged = false;
        for (let i = 0; i < maxIterations && !converged; i++) {
          let largest = 0;
          const work = { likelihood, rows, descent, hessians, penalty, tolerance: tolerance * nullLoss, yieldToEventLoop };
          for (const k of likelihood.outputs) largest = Math.max(largest, await newtonStep(work, k));
          converged = largest <= tolerance * nullLoss;
        }
        const devianceExplained = 1 - likelihood.loss() / nullLoss;
        return { coefficients: likelihood.coefficients(), devianceExplained: () => devianceExplained, converged };
      };
    },
  };
}

/** Second derivatives of one output, with the intercept eliminated. */
interface ClassHessian {
  /** Mean weight, and means of the weighted columns. */
  total: number;
  means: Float64Array;
  gram: Float64Array;
}

interface NewtonContext {
  likelihood: LogLikelihood;
  rows: number;
  descent: CoordinateDescent;
  hessians: Map<number, ClassHessian | undefined>;
  penalty: Penalty;
  tolerance: number;
  yieldToEventLoop: YieldToEventLoop;
}

/** Takes one Newton step for output k. Returns the greatest change of the loss by a single coefficient. */
async function newtonStep(work: NewtonContext, k: number): Promise<number> {
  const { likelihood, rows, descent, hessians, penalty, tolerance, yieldToEventLoop } = work;
  const { residualSum, gradient } = likelihood.derive(k);
  let hessian = hessians.get(k);
  if (hessian === undefined || likelihood.weightChange(k) > HESSIAN_REUSE_TOLERANCE) {
    hessian = await classHessian(work, k);
    hessians.set(k, hessian);
  }
  if (!(hessian.total > 0)) return 0;
  const { gram, means, total } = hessian;
  const width = means.length;
  const meanResidual = residualSum / rows;
  const before = likelihood.slopeCoefficients(k);
  const moment = means.map((mean, j) => {
    if (!(gram[j * width + j] > 0)) return 0;
    return gradient[j] / rows - (mean / total) * meanResidual + dot(gram.subarray(j * width, (j + 1) * width), before);
  });
  const after = before.slice();
  descent.gram.set(gram);
  await descent.minimise(moment, penalty, after, { tolerance: tolerance / 10, maxSweeps: MAX_SWEEPS, yieldToEventLoop });
  const move = after.map((value, j) => value - before[j]);
  const shift = (meanResidual - dot(means, move)) / total;
  if (!backtrack(likelihood, penalty, k, { move, shift })) hessians.set(k, undefined);
  return move.reduce((greatest, value, j) => Math.max(greatest, gram[j * width + j] * value * value), total * shift * shift);
}

async function classHessian({ likelihood, rows, yieldToEventLoop }: NewtonContext, k: number): Promise<ClassHessian> {
  const sums = await likelihood.weightedSums(k, yieldToEventLoop);
  const total = sums.rows / rows;
  // The covariance is a mean over the weights, the Hessian a mean over all rows.
  return { total, means: sums.sumX.map((sum) => sum / rows), gram: covariance(sums).map((value) => value * total) };
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
