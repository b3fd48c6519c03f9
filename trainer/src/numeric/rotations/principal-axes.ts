import { type Scatter, scatterOf } from "../linear-algebra/scatter.js";
import { type Eigendecomposition, symmetricEigen } from "../linear-algebra/symmetric-eigen.js";
import type { Matrix } from "../matrix.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";

/** Directions in which rows vary, by decreasing variance; `values` are the sums of squares along them. */
interface PrincipalAxes extends Eigendecomposition {
  means: Float64Array;
}

/** Needs at least one row. Fourth powers of the numbers must have finite sums. */
export async function principalAxes(x: Matrix, yieldToEventLoop: YieldToEventLoop): Promise<PrincipalAxes> {
  return principalAxesOf(await scatterOf(x.columns, () => yieldToEventLoop(0.5)), yieldToEventLoop);
}

/** Does the same for rows whose scatter matrix is known. */
export async function principalAxesOf({ means, scatter }: Scatter, yieldToEventLoop: YieldToEventLoop): Promise<PrincipalAxes> {
  return { means, ...(await symmetricEigen(scatter, means.length, yieldToEventLoop)) };
}
