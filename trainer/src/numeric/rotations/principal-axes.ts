import { meansOf } from "../linear-algebra/centre.js";
import { centredGram } from "../linear-algebra/gram.js";
import { type Eigendecomposition, symmetricEigen } from "../linear-algebra/symmetric-eigen.js";
import type { Matrix } from "../matrix.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";

/** Directions in which rows vary, by decreasing variance; `values` are the sums of squares along them. */
interface PrincipalAxes extends Eigendecomposition {
  means: Float64Array;
}

/** Needs at least one row. Fourth powers of the numbers must have finite sums. */
export async function principalAxes(x: Matrix, yieldToEventLoop: YieldToEventLoop): Promise<PrincipalAxes> {
  const means = meansOf(x.columns);
  const gram = await centredGram(x.columns, means, () => yieldToEventLoop(0.5));
  return { means, ...(await symmetricEigen(gram, x.ncol, yieldToEventLoop)) };
}
