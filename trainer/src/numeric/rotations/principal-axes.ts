import { meansOf } from "../linear-algebra/centre.js";
import { centredGram } from "../linear-algebra/gram.js";
import { type Eigendecomposition, symmetricEigen } from "../linear-algebra/symmetric-eigen.js";
import type { Matrix } from "../matrix.js";
import type { Yielder } from "../yield-to-event-loop.js";

/** Directions in which rows vary, by decreasing variance; `values` are the sums of squares along them. */
export interface PrincipalAxes extends Eigendecomposition {
  means: Float64Array;
}

/** Needs at least one row. Fourth powers of the numbers must have finite sums. */
export async function principalAxes(x: Matrix, pace: Yielder): Promise<PrincipalAxes> {
  const means = meansOf(x.columns);
  const gram = await centredGram(x.columns, means, () => (pace.isDue() ? pace.yieldToEventLoop(0.5) : undefined));
  return { means, ...(await symmetricEigen(gram, x.ncol, pace)) };
}
