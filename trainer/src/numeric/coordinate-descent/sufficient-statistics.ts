import { weightedGram } from "../linear-algebra/gram.js";
import { dot } from "../linear-algebra/vectors.js";
import type { YieldToEventLoop } from "./descend.js";

/** Sums over rows from which least squares can be solved without the rows. */
export interface SufficientStatistics {
  rows: number;
  sumX: Float64Array;
  sumY: number;
  /** Σ xⱼxₖ: width × width, of which the lower triangle is filled. */
  xx: Float64Array;
  xy: Float64Array;
  yy: number;
}

export async function sufficientStatistics(
  columns: readonly Float64Array[],
  y: Float64Array,
  rest: YieldToEventLoop,
): Promise<SufficientStatistics> {
  return {
    rows: y.length,
    sumX: Float64Array.from(columns, sumOf),
    sumY: sumOf(y),
    xx: await weightedGram(columns, undefined, rest),
    xy: Float64Array.from(columns, (column) => dot(column, y)),
    yy: dot(y, y),
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

/** Moments of the rows of `all` and, times `factor`, of those of `part`. */
export function addStatistics(all: SufficientStatistics, factor: number, part: SufficientStatistics): SufficientStatistics {
  const add = (a: Float64Array, b: Float64Array) => a.map((value, i) => value + factor * b[i]);
  return {
    rows: all.rows + factor * part.rows,
    sumX: add(all.sumX, part.sumX),
    sumY: all.sumY + factor * part.sumY,
    xx: add(all.xx, part.xx),
    xy: add(all.xy, part.xy),
    yy: all.yy + factor * part.yy,
  };
}

/** Variance below this share of the mean square is rounding error: the column is constant. */
const CONSTANT_COLUMN_TOLERANCE = 1e-12;

/** Mean products of the columns less their means, all of them filled. */
export function covariance({ rows, sumX, xx }: Pick<SufficientStatistics, "rows" | "sumX" | "xx">): Float64Array {
  const width = sumX.length;
  const result = new Float64Array(width * width);
  const constant = sumX.map((sum, j) => (xx[j * width + j] - (sum * sum) / rows <= CONSTANT_COLUMN_TOLERANCE * xx[j * width + j] ? 1 : 0));
  for (let j = 0; j < width; j++) {
    for (let k = 0; k <= j; k++) {
      if (constant[j] || constant[k]) continue;
      const value = (xx[j * width + k] - (sumX[j] * sumX[k]) / rows) / rows;
      result[j * width + k] = value;
      result[k * width + j] = value;
    }
  }
  return result;
}
