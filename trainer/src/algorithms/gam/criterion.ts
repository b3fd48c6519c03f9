import { dot } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { multiplyVector } from "./dense-matrix.js";
import type { InvertMatrix } from "./matrix-inverse.js";
import type { NormalEquations } from "./normal-equations.js";

/** Least squares whose coefficients are penalised in groups, each with a smoothing parameter of its own. */
export interface PenalisedLeastSquares {
  moments: NormalEquations;
  /** Penalty on the square of each coefficient, for a smoothing parameter of 1. */
  penalties: Float64Array;
  /** Index of each coefficient's smoothing parameter; −1 without one. */
  groups: Int32Array;
  /**
   * Regression (false): generalised cross-validation. Classification (true), whose variance is known: the unbiased risk
   * estimator, which is AIC.
   */
  knownVariance: boolean;
  /** Factor on the degrees of freedom in the criterion. */
  freedomCost: number;
}

export interface PenalisedFit {
  coefficients: Float64Array;
  /** Mean squared error of the weighted rows. */
  error: number;
  /** Effective degrees of freedom, with the intercept. */
  degreesOfFreedom: number;
  /**
   * Generalised cross-validation score or unbiased risk (Wood 2017, sections 6.2.2 and 6.2.5). Infinite where no residual degrees
   * of freedom are left.
   */
  criterion: number;
  /** Inverse of the penalised normal matrix. */
  inverse: Float64Array;
  /** Penalty on the square of each coefficient. */
  penaltyDiagonal: Float64Array;
}

/** Ridge, as a share of a coordinate's variance. It keeps collinear columns solvable. */
const RIDGE = 1e-9;
/** Least share of the rows left as residual degrees of freedom. */
const MIN_RESIDUAL_SHARE = 0.01;

export async function fitPenalised(
  problem: PenalisedLeastSquares,
  logs: Float64Array,
  { invert, yieldToEventLoop }: { invert: InvertMatrix; yieldToEventLoop: YieldToEventLoop },
): Promise<PenalisedFit> {
  const { moments, penalties, groups } = problem;
  const { coefficientCount, gram, rightHandSide, targetMeanSquare } = moments;
  const penaltyDiagonal = penalties.map((penalty, a) => RIDGE + (groups[a] < 0 ? 0 : penalty * Math.exp(logs[groups[a]])));
  const inverse = await invert(gram, penaltyDiagonal, yieldToEventLoop);
  const coefficients = multiplyVector(inverse, rightHandSide);
  const error = Math.max(
    0,
    targetMeanSquare - 2 * dot(coefficients, rightHandSide) + dot(coefficients, multiplyVector(gram, coefficients)),
  );
  let degreesOfFreedom = 1 + coefficientCount;
  for (let a = 0; a < coefficientCount; a++) degreesOfFreedom -= penaltyDiagonal[a] * inverse[a * coefficientCount + a];
  return {
    coefficients,
    error,
    degreesOfFreedom,
    criterion: smoothingCriterion(problem, error, degreesOfFreedom),
    inverse,
    penaltyDiagonal,
  };
}

export function smoothingCriterion({ knownVariance, freedomCost, moments }: PenalisedLeastSquares, error: number, freedom: number): number {
  const share = freedom / moments.rows;
  if (knownVariance) return error + 2 * freedomCost * share;
  const left = 1 - freedomCost * share;
  return left < MIN_RESIDUAL_SHARE ? Number.POSITIVE_INFINITY : error / left ** 2;
}
