import { sumOf } from "../linear-algebra/centre.js";
import { weightedGram } from "../linear-algebra/gram.js";
import { dot } from "../linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";

/** Sums over rows that suffice to solve least squares without the rows. */
export interface SufficientStatistics {
  rows: number;
  sumX: Float64Array;
  sumY: number;
  /** Σ xⱼxₖ: width × width, lower triangle only. */
  xx: Float64Array;
  xy: Float64Array;
  yy: number;
}

/** Sums over all rows. `columns` and `y` have a value for each row and no NaN. */
export async function sufficientStatistics(
  columns: readonly Float64Array[],
  y: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SufficientStatistics> {
  return {
    rows: y.length,
    sumX: Float64Array.from(columns, sumOf),
    sumY: sumOf(y),
    xx: await weightedGram(columns, undefined, yieldToEventLoop),
    xy: Float64Array.from(columns, (column) => dot(column, y)),
    yy: dot(y, y),
  };
}

/** Returns the statistics of `all` plus `factor` times those of `part`. */
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

/** Least variance as a share of the mean square. Below it the variance is a rounding error and the column is constant. */
const CONSTANT_COLUMN_TOLERANCE = 1e-12;

/** Returns the covariance matrix of the columns, both triangles. */
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
