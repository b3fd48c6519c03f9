import { gramOfRows } from "../linear-algebra/gram.js";
import { addScaled } from "../linear-algebra/vectors.js";
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

/** Sums over the rows of these numbers. `columns` and `y` have a value for each row and no NaN. */
export async function sufficientStatistics(
  columns: readonly Float64Array[],
  y: Float64Array,
  rows: Int32Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SufficientStatistics> {
  // The products with y and with a column of ones are the other sums.
  const width = columns.length;
  const size = width + 2;
  const gram = await gramOfRows([...columns, y, new Float64Array(y.length).fill(1)], rows, yieldToEventLoop);
  const xx = new Float64Array(width * width);
  for (let j = 0; j < width; j++) xx.set(gram.subarray(j * size, j * size + j + 1), j * width);
  const ofY = gram.subarray(width * size);
  const ofOnes = gram.subarray((width + 1) * size);
  return { rows: rows.length, sumX: ofOnes.slice(0, width), sumY: ofOnes[width], xx, xy: ofY.slice(0, width), yy: ofY[width] };
}

/** Returns the statistics of `all` plus `factor` times those of `part`. */
export function addStatistics(all: SufficientStatistics, factor: number, part: SufficientStatistics): SufficientStatistics {
  const add = (a: Float64Array, b: Float64Array) => {
    const sums = a.slice();
    addScaled(sums, factor, b);
    return sums;
  };
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
