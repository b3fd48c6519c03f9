import { meansOf } from "../linear-algebra/centre.js";
import { type Eigen, eigenOf } from "../linear-algebra/eigen.js";
import { centredGram } from "../linear-algebra/gram.js";
import type { Matrix } from "../matrix.js";
import type { Pace } from "../pace.js";

/** The directions in which rows vary, the one with most of the variance first; `values` are sums of squares along them. */
export interface PrincipalAxes extends Eigen {
  means: Float64Array;
}

/** Of one row at least. Numbers must be such that their fourth powers add up to finite sums. */
export async function principalAxes(x: Matrix, pace: Pace): Promise<PrincipalAxes> {
  const means = meansOf(x.columns);
  const gram = await centredGram(x.columns, means, () => (pace.due() ? pace.rest(0.5) : undefined));
  return { means, ...(await eigenOf(gram, x.ncol, pace)) };
}
