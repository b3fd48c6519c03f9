import { clip } from "./clip.js";
import type { Matrix } from "./matrix.js";

export interface PointsShape {
  count: number;
  /** Numbers of each point. */
  width: number;
}

/** Points or centers, one after the other. */
export interface Points extends PointsShape {
  values: Float64Array;
}

/** Rows that stay in a cache while their columns are written one after the other. */
const BLOCK_ROWS = 64;

/** Copies rows to points. Numbers are clipped to `limit` in absolute value. */
export function pointsOf(x: Matrix, limit = Number.POSITIVE_INFINITY): Points {
  const values = new Float64Array(x.nrow * x.ncol);
  writePoints(x, values, limit);
  return { count: x.nrow, width: x.ncol, values };
}

/** Does the same into existing memory. It takes four columns at once, so that each row is written in pieces of 32 bytes. */
export function writePoints({ nrow, ncol, columns }: Matrix, into: Float64Array, limit: number): void {
  const whole = ncol - (ncol % 4);
  for (let from = 0; from < nrow; from += BLOCK_ROWS) {
    const to = Math.min(nrow, from + BLOCK_ROWS);
    for (let j = 0; j < whole; j += 4) {
      const [a, b, c, d] = [columns[j], columns[j + 1], columns[j + 2], columns[j + 3]];
      for (let i = from, at = from * ncol + j; i < to; i++, at += ncol) {
        into[at] = clip(a[i], limit);
        into[at + 1] = clip(b[i], limit);
        into[at + 2] = clip(c[i], limit);
        into[at + 3] = clip(d[i], limit);
      }
    }
    for (let j = whole; j < ncol; j++) {
      const column = columns[j];
      for (let i = from, at = from * ncol + j; i < to; i++, at += ncol) into[at] = clip(column[i], limit);
    }
  }
}

/** Returns the squared Euclidean distance of `width` numbers of `a` from position p on, and of `b` from q on. */
export function squaredDistance(a: Float64Array, p: number, b: Float64Array, q: number, width: number): number {
  let sum = 0;
  for (let j = 0; j < width; j++) {
    const difference = a[p + j] - b[q + j];
    sum += difference * difference;
  }
  return sum;
}
