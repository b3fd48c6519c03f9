import { dot } from "../linear-algebra/vectors.js";
import { createCoordinateDescent, elasticNetPenalty } from "./descend.js";
import type { PathProblem } from "./regularization-path.js";
import { addStatistics, covariance, type SufficientStatistics } from "./sufficient-statistics.js";

/** As a share of the target's variance. */
const TOLERANCE = 1e-13;

/** Half the mean squared error, as in glmnet and scikit-learn's ElasticNet. */
export function leastSquaresProblem(moments: SufficientStatistics, maxIterations: number): PathProblem {
  const { rows, sumX, sumY, xy, yy } = moments;
  const width = sumX.length;
  const gram = covariance(moments);
  const moment = xy.map((value, j) => (gram[j * width + j] > 0 ? (value - (sumX[j] * sumY) / rows) / rows : 0));
  const descent = createCoordinateDescent(width);
  descent.gram.set(gram);
  const variance = yy / rows - (sumY / rows) ** 2;
  return {
    stopsEarly: false,
    maxPenalty: (mixing) => moment.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / mixing,
    startPath(mixing, yieldToEventLoop) {
      const b = new Float64Array(width);
      return async (penalty) => {
        const limits = { tolerance: TOLERANCE * variance, maxSweeps: maxIterations, yieldToEventLoop };
        const converged = await descent.minimise(moment, elasticNetPenalty(penalty, mixing), b, limits);
        const coefficients = Float64Array.of((sumY - dot(sumX, b)) / rows, ...b);
        return { coefficients, converged, devianceExplained: () => 1 - sumOfSquaredErrors(moments, coefficients) / rows / variance };
      };
    },
  };
}

/** Returns Σ (y − b₀ − b′x)² over the rows of the statistics. */
export function sumOfSquaredErrors({ rows, sumX, sumY, xx, xy, yy }: SufficientStatistics, coefficients: Float64Array): number {
  const [intercept] = coefficients;
  const b = coefficients.subarray(1);
  const width = b.length;
  let quadratic = 0;
  for (let j = 0; j < width; j++) {
    if (b[j] === 0) continue;
    let [even, odd] = [0, 0];
    const row = j * width;
    for (let k = 1; k < j; k += 2) {
      even += xx[row + k - 1] * b[k - 1];
      odd += xx[row + k] * b[k];
    }
    if (j % 2 === 1) even += xx[row + j - 1] * b[j - 1];
    quadratic += b[j] * (b[j] * xx[row + j] + 2 * (even + odd));
  }
  return yy - 2 * intercept * sumY - 2 * dot(b, xy) + rows * intercept ** 2 + 2 * intercept * dot(b, sumX) + quadratic;
}

/** Returns the statistics of a fold's training rows: all rows but the fold's. */
export function subtractStatistics(all: SufficientStatistics, fold: SufficientStatistics): SufficientStatistics {
  return addStatistics(all, -1, fold);
}
