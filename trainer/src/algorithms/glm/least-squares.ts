import type { Matrix } from "../algorithm.js";
import type { Pace } from "../pace.js";
import { dot, solvePositive, weightedGram } from "./linear-algebra.js";

/**
 * Minimises Σ (y − b₀ − Σ bⱼ xⱼ)² + ridge · Σ bⱼ² by the normal equations of the centred columns. Returns the intercept,
 * then a coefficient for each column. Memory: a centred copy of x, and the square of its width.
 */
export async function fitLeastSquares(x: Matrix, y: Float64Array, ridge: number, pace: Pace): Promise<Float64Array> {
  const { ncol } = x;
  const yMean = mean(y);
  const yCentred = y.map((value) => value - yMean);
  const means = Float64Array.from(x.columns, mean);
  const centred = x.columns.map((column, j) => column.map((value) => value - means[j]));
  const gram = await weightedGram(centred, new Float64Array(x.nrow).fill(1), () => (pace.due() ? pace.rest(0.5) : undefined));
  for (let j = 0; j < ncol; j++) gram[j * ncol + j] += ridge;
  const moments = Float64Array.from(centred, (column) => dot(column, yCentred));
  const slopes = solvePositive(gram, moments);
  return Float64Array.of(yMean - dot(means, slopes), ...slopes);
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length > 0 ? sum / values.length : 0;
}
