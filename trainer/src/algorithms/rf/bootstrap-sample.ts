import type { Random } from "../../numeric/random.js";
import type { Bins } from "../../numeric/trees/bins.js";

/** Rows that a tree is grown on, in the order of its nodes: the rows of a node are consecutive. */
export interface BootstrapSample {
  readonly row: Int32Array;
  /** Number of times the row was drawn. */
  readonly weight: Float64Array;
  /** Target value, or class code. */
  readonly y: Float64Array;
  /** Buffer for rows that go right, of the same size. */
  readonly buffer: { row: Int32Array; weight: Float64Array; y: Float64Array };
}

/** Rows of a node, from `start` up to, not including, `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

export interface Split {
  column: number;
  /** Last bin of the column that goes left. */
  bin: number;
  missingRight: boolean;
}

/** Draws as many rows as there are, with replacement (Breiman's bagging), and keeps the distinct ones. */
export function drawBootstrapSample(y: Float64Array, random: Random): BootstrapSample {
  const times = new Int32Array(y.length);
  for (let k = 0; k < y.length; k++) times[random.int(y.length)]++;
  let size = 0;
  for (let i = 0; i < y.length; i++) if (times[i] > 0) size++;
  const space = () => ({ row: new Int32Array(size), weight: new Float64Array(size), y: new Float64Array(size) });
  const sample = { ...space(), buffer: space() };
  for (let i = 0, k = 0; i < y.length; i++) {
    if (times[i] === 0) continue;
    sample.row[k] = i;
    sample.weight[k] = times[i];
    sample.y[k++] = y[i];
  }
  return sample;
}

/**
 * Moves the rows of the left child before those of the right child. Returns where the right child begins, and the side of missing
 * values. Where no row of the node has a missing value, they go with the majority.
 */
export function partitionSample(
  sample: BootstrapSample,
  { start, end }: RowRange,
  bins: Bins,
  split: Split,
): { middle: number; missingRight: boolean } {
  const { row, weight, y, buffer } = sample;
  const { codes } = bins;
  const code = split.column * bins.nrow;
  const missing = bins.valueBinCounts[split.column];
  let left = start;
  let right = 0;
  let unknown = 0;
  for (let k = start; k < end; k++) {
    const bin = codes[code + row[k]];
    if (bin === missing) unknown++;
    if (bin <= split.bin || (bin === missing && !split.missingRight)) {
      row[left] = row[k];
      weight[left] = weight[k];
      y[left++] = y[k];
    } else {
      buffer.row[right] = row[k];
      buffer.weight[right] = weight[k];
      buffer.y[right++] = y[k];
    }
  }
  for (let k = 0; k < right; k++) {
    row[left + k] = buffer.row[k];
    weight[left + k] = buffer.weight[k];
    y[left + k] = buffer.y[k];
  }
  return { middle: left, missingRight: unknown > 0 ? split.missingRight : right > left - start };
}
