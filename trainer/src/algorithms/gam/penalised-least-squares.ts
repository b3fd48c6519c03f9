import { dot } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { multiplyVector } from "./dense-matrix.js";
import { type DesignMatrix, type Penalties, termOffsets } from "./design.js";
import type { InvertMatrix } from "./matrix-inverse.js";
import { weightedCoordinates } from "./term.js";

/** Weighted least squares in sufficient statistics, with the intercept eliminated. All are means over the rows. */
export interface NormalEquations {
  rows: number;
  /** Number of coefficients. */
  coefficientCount: number;
  /** coefficientCount × coefficientCount, both triangles. */
  gram: Float64Array;
  rightHandSide: Float64Array;
  /** Weighted mean square of the target around its mean. */
  targetMeanSquare: number;
  /** Returns the intercept for the coefficients. */
  intercept(coefficients: Float64Array): number;
}

/** Least squares whose coefficients are penalised in groups, each with a smoothing parameter of its own. */
export interface PenalisedLeastSquares extends Penalties {
  equations: NormalEquations;
  /**
   * Regression (false): generalised cross-validation. Classification (true), whose variance is known: the unbiased risk
   * estimator, which is AIC.
   */
  knownVariance: boolean;
  /** Factor on all degrees of freedom in the criterion, beside the design effects. */
  freedomCost: number;
}

export interface PenalisedFit {
  coefficients: Float64Array;
  /** Mean squared error of the weighted rows. */
  error: number;
  /** Effective degrees of freedom with the intercept, each coefficient's times its design effect. */
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

/** Solves the problem for these logarithms of the smoothing parameters. */
export async function fitPenalised(problem: PenalisedLeastSquares, logs: Float64Array, invert: InvertMatrix): Promise<PenalisedFit> {
  const { equations, penalties, designEffects, groups } = problem;
  const { coefficientCount, gram, rightHandSide, targetMeanSquare } = equations;
  const penaltyDiagonal = penalties.map((penalty, a) => RIDGE + (groups[a] < 0 ? 0 : penalty * Math.exp(logs[groups[a]])));
  const inverse = await invert(gram, penaltyDiagonal);
  const coefficients = multiplyVector(inverse, rightHandSide);
  const error = Math.max(
    0,
    targetMeanSquare - 2 * dot(coefficients, rightHandSide) + dot(coefficients, multiplyVector(gram, coefficients)),
  );
  let degreesOfFreedom = 1;
  for (let a = 0; a < coefficientCount; a++)
    degreesOfFreedom += designEffects[a] * (1 - penaltyDiagonal[a] * inverse[a * coefficientCount + a]);
  return {
    coefficients,
    error,
    degreesOfFreedom,
    criterion: smoothingCriterion(problem, error, degreesOfFreedom),
    inverse,
    penaltyDiagonal,
  };
}

function smoothingCriterion({ knownVariance, freedomCost, equations }: PenalisedLeastSquares, error: number, freedom: number): number {
  const share = freedom / equations.rows;
  if (knownVariance) return error + 2 * freedomCost * share;
  const left = 1 - freedomCost * share;
  return left < MIN_RESIDUAL_SHARE ? Number.POSITIVE_INFINITY : error / left ** 2;
}

/** Sums the rows to normal equations. Weights are above 0. */
export async function normalEquations(
  design: DesignMatrix,
  weights: Float64Array,
  target: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<NormalEquations> {
  const rows = weights.length;
  const { terms } = design;
  const { starts, size: coefficientCount } = termOffsets(terms);
  const weighted = target.map((value, i) => weights[i] * value);
  let [total, totalY, square] = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    total += weights[i];
    totalY += weighted[i];
    square += weighted[i] * target[i];
  }
  const sums = new Float64Array(coefficientCount);
  const rightHandSide = new Float64Array(coefficientCount);
  for (const [a, term] of terms.entries()) {
    sums.set(weightedCoordinates(term, weights), starts[a]);
    rightHandSide.set(weightedCoordinates(term, weighted), starts[a]);
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  await sumProducts(design, weights, yieldToEventLoop);
  const products = design.products.gram;
  const gram = new Float64Array(coefficientCount * coefficientCount);
  for (let i = 0; i < coefficientCount; i++) {
    const mean = sums[i] / total;
    for (let j = 0; j <= i; j++) {
      const covariance = (products[i * coefficientCount + j] - mean * sums[j]) / rows;
      gram[i * coefficientCount + j] = covariance;
      gram[j * coefficientCount + i] = covariance;
    }
    rightHandSide[i] = (rightHandSide[i] - mean * totalY) / rows;
  }
  return {
    rows,
    coefficientCount,
    gram,
    rightHandSide,
    targetMeanSquare: (square - (totalY * totalY) / total) / rows,
    intercept: (coefficients) => (totalY - coefficients.reduce((sum, value, j) => sum + value * sums[j], 0)) / total,
  };
}

/** Computes Σ weight · coordinate · coordinate over the rows, in the gram matrix of the products. */
async function sumProducts({ terms, products }: DesignMatrix, weights: Float64Array, yieldToEventLoop: YieldToEventLoop): Promise<void> {
  products.setWeights(weights);
  for (let a = 0; a < terms.length; a++) {
    for (let first = 0; first <= a; first += products.together) {
      products.multiplyCoordinates(a, first, Math.min(a + 1, first + products.together));
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }
}
