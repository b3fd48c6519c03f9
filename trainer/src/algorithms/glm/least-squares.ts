import { center, meanOf, subtractConstant } from "../../numeric/linear-algebra/center.js";
import { weightedGram } from "../../numeric/linear-algebra/gram.js";
import { dot, solveCholesky } from "../../numeric/linear-algebra/vectors.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";

/**
 * Minimises Σ (y − b₀ − Σ bⱼ xⱼ)² + ridge · Σ bⱼ² by the normal equations of the centered columns. Returns the intercept,
 * then a coefficient for each column. Memory: a centered copy of x, and the square of its width.
 */
export async function fitLeastSquares(
  x: Matrix,
  y: Float64Array,
  ridge: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  const { ncol } = x;
  const yMean = meanOf(y);
  const yCentered = subtractConstant(y, yMean);
  const { means, columns } = center(x.columns);
  const gram = await weightedGram(columns, undefined, () => yieldToEventLoop(0.5));
  for (let j = 0; j < ncol; j++) gram[j * ncol + j] += ridge;
  const moments = Float64Array.from(columns, (column) => dot(column, yCentered));
  const slopes = solveCholesky(gram, moments);
  return Float64Array.of(yMean - dot(means, slopes), ...slopes);
}
