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
        const coefficients = new Float64Array(1 + width);
        coefficients[0] = (sumY - dot(sumX, b)) / rows;
        coefficients.set(b, 1);
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
    const row = j * width;
    quadratic += b[j] * (b[j] * xx[row + j] + 2 * dotWithRow(b, xx, row, j));
  }
  return yy - 2 * intercept * sumY - 2 * dot(b, xy) + rows * intercept ** 2 + 2 * intercept * dot(b, sumX) + quadratic;
}

/** Returns the dot product of the first `count` numbers with those of the matrix from `row` on. */
function dotWithRow(b: Float64Array, matrix: Float64Array, row: number, count: number): number {
  const whole = count - (count % 4);
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let k = 0, at = row; k < whole; k += 4, at += 4) {
    s0 += matrix[at] * b[k];
    s1 += matrix[at + 1] * b[k + 1];
    s2 += matrix[at + 2] * b[k + 2];
    s3 += matrix[at + 3] * b[k + 3];
  }
  for (let k = whole; k < count; k++) s0 += matrix[row + k] * b[k];
  return s0 + s1 + (s2 + s3);
}

/** Returns the statistics of a fold's training rows: all rows but the fold's. */
export function subtractStatistics(all: SufficientStatistics, fold: SufficientStatistics): SufficientStatistics {
  return addStatistics(all, -1, fold);
}
