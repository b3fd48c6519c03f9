import { center, meanOf, subtractConstant } from "../../numeric/linear-algebra/center.js";
import { weightedGram } from "../../numeric/linear-algebra/gram.js";
import { symmetricEigen } from "../../numeric/linear-algebra/symmetric-eigen.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";

/** Shape and rate of the gamma priors of both precisions, as in scikit-learn. */
const GAMMA_PRIOR = 1e-6;
/** The fit has converged when the absolute changes of the coefficients sum to less than this, as in scikit-learn. */
const TOLERANCE = 1e-3;

/**
 * Fits coefficients with a normal prior of precision λ and noise of precision α. Both precisions maximise the evidence, in the
 * basis of the columns' eigenvectors. A response with a deviation below 1 is fitted in units of its deviation, since the priors and
 * the tolerance have no unit. Returns the intercept, then a coefficient for each column.
 */
export async function fitBayesianRidge(
  x: Matrix,
  y: Float64Array,
  maxIterations: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ coefficients: Float64Array; converged: boolean }> {
  const { means, columns } = center(x.columns);
  const yMean = meanOf(y);
  const differences = subtractConstant(y, yMean);
  const unit = Math.min(1, Math.sqrt(dot(differences, differences) / x.nrow)) || 1;
  const yCentered = differences.map((difference) => difference / unit);
  const gram = await weightedGram(columns, undefined, () => yieldToEventLoop(0.5));
  const { values, vectors } = await symmetricEigen(gram, x.ncol, yieldToEventLoop);
  const moments = Float64Array.from(columns, (column) => dot(column, yCentered));
  const projectedMoments = Float64Array.from(vectors, (vector) => dot(vector, moments));
  const { weights, converged } = maximiseEvidence(
    { values, projectedMoments, squares: dot(yCentered, yCentered), rows: x.nrow },
    maxIterations,
  );
  const slopes = new Float64Array(x.ncol);
  vectors.forEach((vector, k) => void addScaled(slopes, weights[k] * unit, vector));
  return { coefficients: Float64Array.of(yMean - dot(means, slopes), ...slopes), converged };
}

interface EigenbasisProblem {
  /** Eigenvalues of the Gram matrix, and the columns' products with y along its eigenvectors. */
  values: Float64Array;
  projectedMoments: Float64Array;
  /** Sum of squares of the centered target. */
  squares: number;
  rows: number;
}

/** Returns the coefficients along the eigenvectors. */
function maximiseEvidence(
  { values, projectedMoments, squares, rows }: EigenbasisProblem,
  maxIterations: number,
): { weights: Float64Array; converged: boolean } {
  const weightsFor = (ratio: number) => projectedMoments.map((moment, k) => moment / (values[k] + ratio));
  let noise = 1 / (squares / rows + Number.EPSILON);
  let prior = 1;
  let weights = weightsFor(prior / noise);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const wellDetermined = values.reduce((sum, value) => sum + (noise * value) / (prior + noise * value), 0);
    const error = weights.reduce((sum, weight, k) => sum + weight * (weight * values[k] - 2 * projectedMoments[k]), squares);
    prior = (wellDetermined + 2 * GAMMA_PRIOR) / (dot(weights, weights) + 2 * GAMMA_PRIOR);
    noise = (rows - wellDetermined + 2 * GAMMA_PRIOR) / (Math.max(0, error) + 2 * GAMMA_PRIOR);
    const next = weightsFor(prior / noise);
    const change = next.reduce((sum, weight, k) => sum + Math.abs(weight - weights[k]), 0);
    weights = next;
    if (change < TOLERANCE) return { weights, converged: true };
  }
  return { weights, converged: false };
}
