import { dot } from "../linear-algebra/vectors.js";
import { descend, penaltyOf } from "./descend.js";
import { combine, covariance, type Moments } from "./moments.js";
import type { PathProblem } from "./path.js";

/** Share of the target's variance. */
const TOLERANCE = 1e-13;

/** Half the mean squared error, as glmnet and scikit-learn's ElasticNet have it. */
export function squaresProblem(moments: Moments, maxIterations: number): PathProblem {
  const { rows, sumX, sumY, xy, yy } = moments;
  const width = sumX.length;
  const gram = covariance(moments);
  const moment = xy.map((value, j) => (gram[j * width + j] > 0 ? (value - (sumX[j] * sumY) / rows) / rows : 0));
  const variance = yy / rows - (sumY / rows) ** 2;
  return {
    endsEarly: false,
    greatestPenalty: (mixing) => moment.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / mixing,
    begin(mixing, rest) {
      const b = new Float64Array(width);
      return async (penalty) => {
        const limits = { tolerance: TOLERANCE * variance, sweeps: maxIterations, rest };
        const converged = await descend({ gram, moment }, penaltyOf(penalty, mixing), b, limits);
        const coefficients = Float64Array.of((sumY - dot(sumX, b)) / rows, ...b);
        return { coefficients, explained: 1 - squaredError(moments, coefficients) / rows / variance, converged };
      };
    },
  };
}

/** Σ (y − b₀ − b′x)² over the rows of the moments. */
export function squaredError({ rows, sumX, sumY, xx, xy, yy }: Moments, coefficients: Float64Array): number {
  const [intercept] = coefficients;
  const b = coefficients.subarray(1);
  const width = b.length;
  let quadratic = 0;
  for (let j = 0; j < width; j++) {
    if (b[j] === 0) continue;
    const row = xx.subarray(j * width, j * width + j);
    quadratic += b[j] * (b[j] * xx[j * width + j] + 2 * dot(row, b.subarray(0, j)));
  }
  return yy - 2 * intercept * sumY - 2 * dot(b, xy) + rows * intercept ** 2 + 2 * intercept * dot(b, sumX) + quadratic;
}

/** The rows of a fold's training part: all but the fold's own. */
export function without(all: Moments, fold: Moments): Moments {
  return combine(all, -1, fold);
}
