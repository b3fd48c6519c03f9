import { choleskySolver } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Objective } from "./logistic.js";

/**
 * Returns a function that divides a gradient by the Hessian at the last call of `evaluate`, whose coefficients are 0 except for the
 * intercepts. There all rows have the same probabilities p. The Hessian is the Kronecker product of diag(p) − pp' and the Gram
 * matrix of the columns: two small matrices instead of a large one.
 */
export async function createPreconditioner(
  objective: Objective,
  yieldToEventLoop: YieldToEventLoop,
): Promise<(gradient: Float64Array) => Float64Array> {
  const { blocks, width } = objective;
  const gram = await objective.weightedGram(undefined, () => yieldToEventLoop(0));
  for (let j = 1; j < width; j++) gram[j * width + j] += objective.penaltyCurvature(0, 0);
  const solve = choleskySolver(gram, width);
  const shares = objective.probabilities().map((column) => column[0]);
  const reference = 1 - shares.reduce((sum, share) => sum + share, 0);
  return (gradient) => {
    const parts = shares.map((_, a) => solve(gradient.subarray(a * width, (a + 1) * width)));
    const result = new Float64Array(blocks * width);
    for (let j = 0; j < width; j++) {
      const common = parts.reduce((sum, part) => sum + part[j], 0) / reference;
      for (let a = 0; a < blocks; a++) result[a * width + j] = parts[a][j] / shares[a] + common;
    }
    return result;
  };
}
