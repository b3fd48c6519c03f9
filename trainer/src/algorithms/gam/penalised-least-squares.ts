import { dot } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { multiplyVector } from "./dense-matrix.js";
import { type DesignMatrix, type Penalties, termOffsets } from "./design.js";
import type { InvertMatrix } from "./matrix-inverse.js";
import { coordinateProducts, weightedCoordinates } from "./term.js";

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
  const gram = await weightedGram(design, weights, yieldToEventLoop);
  for (let i = 0; i < coefficientCount; i++) {
    for (let j = 0; j < coefficientCount; j++)
      gram[i * coefficientCount + j] = (gram[i * coefficientCount + j] - (sums[i] * sums[j]) / total) / rows;
    rightHandSide[i] = (rightHandSide[i] - (sums[i] * totalY) / total) / rows;
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

/** Returns Σ weight · coordinate · coordinate over the rows, both triangles. */
async function weightedGram({ terms, products }: DesignMatrix, weights: Float64Array, yieldToEventLoop: YieldToEventLoop) {
  const { starts, size } = termOffsets(terms);
  const gram = new Float64Array(size * size);
  products.setWeights(weights);
  for (let a = 0; a < terms.length; a++) {
    for (let first = 0; first <= a; first += products.together) {
      const ofRows = products.multiply(a, first, Math.min(a + 1, first + products.together));
      for (let b = first; b < first + ofRows.length; b++) {
        const block = coordinateProducts(terms[a], terms[b], ofRows[b - first]);
        writeBlock(gram, block, [starts[a], starts[b]], terms[b].width);
      }
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }
  return gram;
}

/** Writes a block of `width` columns, and its transpose, into a symmetric matrix. */
function writeBlock(matrix: Float64Array, block: Float64Array, [top, left]: [number, number], width: number): void {
  const size = Math.sqrt(matrix.length);
  for (let i = 0; i * width < block.length; i++) {
    for (let j = 0; j < width; j++) {
      const value = block[i * width + j];
      matrix[(top + i) * size + left + j] = value;
      matrix[(left + j) * size + top + i] = value;
    }
  }
}
