import { weightedGram } from "../linear-algebra/gram.js";
import { addScaled, dot } from "../linear-algebra/vectors.js";
import { descend, type Penalty, penaltyOf, type Rest } from "./descend.js";
import { createLikelihood, type Labelled, type Likelihood } from "./likelihood.js";
import { covariance } from "./moments.js";
import type { PathProblem } from "./path.js";

const SWEEPS = 1000;
const MOST_HALVINGS = 20;
/** Second derivatives are kept while the rows' weights have changed by less than this share: near enough to Newton's steps. */
const STALE = 0.2;

export interface Precision {
  /** Newton steps for every class at each penalty at the most. */
  maxIterations: number;
  /** Share of the loss without columns: a point is reached when no coefficient's step changes the loss by more. */
  tolerance: number;
}

/**
 * Mean negative log-likelihood of logistic regression, for more than two classes with a set of coefficients a class, as
 * glmnet has it: Newton's method for one class after the other (Friedman, Hastie and Tibshirani 2010, section 4).
 * Memory: two numbers a row and class; columns² a class.
 */
export function logisticProblem(lesson: Labelled, { maxIterations, tolerance }: Precision): PathProblem {
  const { columns } = lesson;
  return {
    endsEarly: true,
    greatestPenalty(mixing) {
      const start = createLikelihood(lesson);
      let most = 0;
      for (const k of start.outputs) {
        const { residual } = start.derivatives(k);
        for (const column of columns) most = Math.max(most, Math.abs(dot(column, residual)) / residual.length);
      }
      return most / mixing;
    },
    begin(mixing, rest) {
      const likelihood = createLikelihood(lesson);
      const nullLoss = likelihood.loss();
      const curves = new Map(likelihood.outputs.map((k) => [k, undefined as Curve | undefined]));
      return async (size) => {
        const penalty = penaltyOf(size, mixing);
        let converged = false;
        for (let i = 0; i < maxIterations && !converged; i++) {
          let largest = 0;
          for (const k of likelihood.outputs) {
            const step = await stepFor({ likelihood, columns, curves, penalty, tolerance: tolerance * nullLoss, rest }, k);
            largest = Math.max(largest, step);
          }
          converged = largest <= tolerance * nullLoss;
        }
        return { coefficients: likelihood.coefficients(), explained: 1 - likelihood.loss() / nullLoss, converged };
      };
    },
  };
}

/** Second derivatives for one output, with the intercept taken out. */
interface Curve {
  weight: Float64Array;
  /** Mean weight, and means of weighted columns. */
  total: number;
  means: Float64Array;
  gram: Float64Array;
}

interface Work {
  likelihood: Likelihood;
  columns: readonly Float64Array[];
  curves: Map<number, Curve | undefined>;
  penalty: Penalty;
  tolerance: number;
  rest: Rest;
}

/** One step of Newton's method for output k; returns by how much it changed the loss at the most, in one coefficient. */
async function stepFor(work: Work, k: number): Promise<number> {
  const { likelihood, columns, curves, penalty, tolerance, rest } = work;
  const { residual, weight } = likelihood.derivatives(k);
  let curve = curves.get(k);
  if (curve === undefined || changed(curve.weight, weight)) {
    curve = await curveOf(columns, weight, rest);
    curves.set(k, curve);
  }
  if (!(curve.total > 0)) return 0;
  const { gram, means, total } = curve;
  const width = columns.length;
  const rows = residual.length;
  const pull = sumOf(residual) / rows;
  const before = likelihood.slopes(k);
  const moment = means.map((mean, j) => {
    if (!(gram[j * width + j] > 0)) return 0;
    return dot(columns[j], residual) / rows - (mean / total) * pull + dot(gram.subarray(j * width, (j + 1) * width), before);
  });
  const after = before.slice();
  await descend({ gram, moment }, penalty, after, { tolerance: tolerance / 10, sweeps: SWEEPS, rest });
  const move = after.map((value, j) => value - before[j]);
  const shift = (pull - dot(means, move)) / total;
  if (!moveDown(likelihood, penalty, k, { move, shift })) curves.set(k, undefined);
  return move.reduce((most, value, j) => Math.max(most, gram[j * width + j] * value * value), total * shift * shift);
}

/** A loop: with a function for each number it would take several times as long as what is done with the sum. */
function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function changed(before: Float64Array, now: Float64Array): boolean {
  let difference = 0;
  let sum = 0;
  for (let i = 0; i < now.length; i++) {
    difference += Math.abs(now[i] - before[i]);
    sum += before[i];
  }
  return difference > STALE * sum;
}

async function curveOf(columns: readonly Float64Array[], weight: Float64Array, rest: Rest): Promise<Curve> {
  const rows = sumOf(weight);
  const xx = await weightedGram(columns, weight, rest);
  const sumX = Float64Array.from(columns, (column) => dot(column, weight));
  const total = rows / weight.length;
  // Of weighted rows: the covariance is a mean over `rows`, the curvature one over all.
  const gram = covariance({ rows, sumX, xx }).map((value) => value * total);
  return { weight: weight.slice(), total, means: sumX.map((sum) => sum / weight.length), gram };
}

/** Moves by 1, ½, ¼ … of the step, whichever first brings the penalised loss down. Tells whether it was the whole step. */
function moveDown(likelihood: Likelihood, penalty: Penalty, k: number, step: { move: Float64Array; shift: number }): boolean {
  const slopes = likelihood.slopes(k);
  const cost = (b: Float64Array) => b.reduce((sum, value) => sum + penalty.l1 * Math.abs(value) + (penalty.l2 / 2) * value * value, 0);
  const before = likelihood.loss() + cost(slopes);
  let taken = 0;
  for (let halvings = 0; halvings <= MOST_HALVINGS; halvings++) {
    const share = halvings === MOST_HALVINGS ? 0 : 1 / 2 ** halvings;
    likelihood.move(k, step, share - taken);
    taken = share;
    const now = slopes.slice();
    addScaled(now, share, step.move);
    if (likelihood.loss() + cost(now) <= before * (1 + 1e-12)) return halvings === 0;
  }
  return false;
}
