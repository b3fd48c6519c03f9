import type { Matrix } from "../matrix.js";
import { countDistinctSorted } from "../statistics.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";

/** Bin numbers in one byte, or in two if a column may have more than 256 bins. */
export type BinCodes = Uint8Array | Uint16Array;

/**
 * Columns as bin numbers, for histograms. Bin b of column j holds the values v with cut b−1 < v ≤ cut b. A column with missing
 * values has one more bin for them, the last.
 */
export interface Bins {
  readonly nrow: number;
  readonly ncol: number;
  /** Bin numbers, column by column: the bin of row i in column j is `codes[j * nrow + i]`. */
  readonly codes: BinCodes;
  /** Bins of column j in a histogram of all columns: `binOffsets[j]` up to, not including, `binOffsets[j + 1]`. */
  readonly binOffsets: Int32Array;
  /** Number of bins of each column without the one for missing values. */
  readonly valueBinCounts: Int32Array;
  /** The cut above bin b of column j is `cuts[binOffsets[j] + b]`. Above the last bin of values it is infinite. */
  readonly cuts: Float64Array;
}

/** Returns the greatest number of bins of a column. */
export function maxBinCount({ binOffsets }: Bins): number {
  let greatest = 0;
  for (let j = 1; j < binOffsets.length; j++) greatest = Math.max(greatest, binOffsets[j] - binOffsets[j - 1]);
  return greatest;
}

/** Most distinct values for which a column is not sorted as a whole. One-hot columns have two. */
const MAX_UNSORTED_DISTINCT = 8;

/** Splits every column into at most `limit` bins (2 to 65,536) with about as many rows each. Missing values are NaN. */
export async function binColumns(x: Matrix, limit: number, yieldToEventLoop: YieldToEventLoop): Promise<Bins> {
  const cells = x.nrow * x.ncol;
  const codes = limit > 256 ? new Uint16Array(new SharedArrayBuffer(2 * cells)) : new Uint8Array(new SharedArrayBuffer(cells));
  const binOffsets = new Int32Array(x.ncol + 1);
  const valueBinCounts = new Int32Array(x.ncol);
  const cuts: number[] = [];
  for (let j = 0; j < x.ncol; j++) {
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
    const { sorted, missing } = presentValues(x.columns[j]);
    const columnCuts = quantileCuts(sorted, missing > 0 ? limit - 1 : limit);
    assignBins(x.columns[j], columnCuts, codes.subarray(j * x.nrow, (j + 1) * x.nrow));
    for (const cut of columnCuts) cuts.push(cut);
    cuts.push(Number.POSITIVE_INFINITY);
    if (missing > 0) cuts.push(Number.NaN);
    valueBinCounts[j] = columnCuts.length + 1;
    binOffsets[j + 1] = cuts.length;
  }
  return { nrow: x.nrow, ncol: x.ncol, codes, binOffsets, valueBinCounts, cuts: Float64Array.from(cuts) };
}

interface PresentValues {
  sorted: Float64Array;
  missing: number;
}

function presentValues(column: Float64Array): PresentValues {
  const distinct: number[] = [];
  const counts: number[] = [];
  let missing = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (Number.isNaN(value)) missing++;
    else {
      const at = distinct.indexOf(value);
      if (at >= 0) counts[at]++;
      else if (distinct.push(value) > MAX_UNSORTED_DISTINCT) return sortPresent(column);
      else counts.push(1);
    }
  }
  const order = distinct.map((_, at) => at).sort((a, b) => distinct[a] - distinct[b]);
  const sorted = new Float64Array(column.length - missing);
  let end = 0;
  for (const at of order) {
    sorted.fill(distinct[at], end, end + counts[at]);
    end += counts[at];
  }
  return { sorted, missing };
}

function sortPresent(column: Float64Array): PresentValues {
  const sorted = column.slice().sort();
  let present = sorted.length;
  while (present > 0 && Number.isNaN(sorted[present - 1])) present--;
  return { sorted: sorted.subarray(0, present), missing: column.length - present };
}

/** Returns cuts between runs of equal values. Each bin takes values until it has its share of the remaining rows. */
function quantileCuts(sorted: Float64Array, limit: number): number[] {
  const cuts: number[] = [];
  const distinct = countDistinctSorted(sorted);
  let start = 0;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] === sorted[i - 1]) continue;
    const share = (sorted.length - start) / (limit - cuts.length);
    if (distinct > limit && i - start < share) continue;
    if (cuts.length === limit - 1) break;
    cuts.push(thresholdBetween(sorted[i - 1], sorted[i]));
    start = i;
  }
  return cuts;
}

/** Returns a number t with low ≤ t < high: the middle if there is one, as there is not between infinity and a number. */
export function thresholdBetween(low: number, high: number): number {
  const middle = low / 2 + high / 2;
  return middle >= low && middle < high ? middle : low;
}

/** Searches without branches, which the processor could not predict: it takes a third of the time. */
function assignBins(column: Float64Array, cuts: readonly number[], codes: BinCodes): void {
  const sorted = Float64Array.from(cuts);
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    let bin = 0;
    for (let left = sorted.length; left > 0; ) {
      const half = (left + 1) >> 1;
      bin += half * Number(value > sorted[bin + half - 1]);
      left -= half;
    }
    codes[i] = Number.isNaN(value) ? sorted.length + 1 : bin;
  }
}
