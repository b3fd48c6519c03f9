import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { meansOf } from "./center.js";
import { centeredGram } from "./gram.js";

/** Means of columns, and their scatter matrix: Σ (xⱼ − mean) · (xₖ − mean) over the rows, width × width, lower triangle only. */
export interface Scatter {
  means: Float64Array;
  scatter: Float64Array;
}

/** Rows whose means are near enough to those of all rows. */
const FIRST_ROWS = 512;

/**
 * Computes both in one pass over the columns, which have at least one row. Columns are shifted by the means of the first rows, and
 * a column of ones gives the sums of what is left (Chan, Golub and LeVeque 1983, Algorithms for computing the sample variance).
 * Rounding errors are those of two passes, or up to n ÷ 512 times those where the first rows are unlike the others.
 */
export async function scatterOf(columns: readonly Float64Array[], yieldToEventLoop: YieldToEventLoop): Promise<Scatter> {
  const width = columns.length;
  const nrow = columns[0].length;
  const shifts = meansOf(columns.map((column) => column.subarray(0, FIRST_ROWS)));
  const withOnes = [...columns, new Float64Array(nrow).fill(1)];
  const gram = await centeredGram(withOnes, Float64Array.of(...shifts, 0), yieldToEventLoop);
  const sums = gram.subarray(width * (width + 1), width * (width + 1) + width);
  const scatter = new Float64Array(width * width);
  for (let j = 0; j < width; j++) {
    const mean = sums[j] / nrow;
    for (let k = 0; k <= j; k++) scatter[j * width + k] = gram[j * (width + 1) + k] - mean * sums[k];
  }
  return { means: shifts.map((shift, j) => shift + sums[j] / nrow), scatter };
}
