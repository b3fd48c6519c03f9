import type { Matrix } from "../algorithm.js";

/** Points or centres one after the other: `width` numbers each. */
export interface Points {
  count: number;
  width: number;
  values: Float64Array;
}

export function pointsOf(x: Matrix): Points {
  const { nrow, ncol } = x;
  const values = new Float64Array(nrow * ncol);
  for (let j = 0; j < ncol; j++) for (let i = 0; i < nrow; i++) values[i * ncol + j] = x.columns[j][i];
  return { count: nrow, width: ncol, values };
}

/** Squared Euclidean distance of the `width` numbers of `a` from position p on from those of `b` from q on. */
export function squaredDistance(a: Float64Array, p: number, b: Float64Array, q: number, width: number): number {
  let sum = 0;
  for (let j = 0; j < width; j++) {
    const difference = a[p + j] - b[q + j];
    sum += difference * difference;
  }
  return sum;
}
