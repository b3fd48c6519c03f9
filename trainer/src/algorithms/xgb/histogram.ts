import type { Bins } from "../../trees/bins.js";

/** The training rows in the order of the tree's nodes: a node's rows are neighbours. Derivatives move with their row. */
export interface NodeRows {
  readonly row: Int32Array;
  /** First and second derivative of the k-th row at 2k and 2k + 1. */
  readonly derivatives: Float64Array;
}

/** Rows from `start` up to, not including, `end`. */
export interface Range {
  start: number;
  end: number;
}

/** Adds rows' derivatives to their bins in `columns`: sums of the first at 2b, of the second at 2b + 1 for bin b. */
export function addToHistogram(histogram: Float64Array, bins: Bins, columns: Int32Array, rows: NodeRows, { start, end }: Range): void {
  for (const column of columns) addColumn(histogram, bins.codes, rows, { start, end, code: column * bins.nrow, bin: bins.first[column] });
}

interface ColumnRange extends Range {
  /** Where the column's codes begin. */
  code: number;
  /** The column's first bin. */
  bin: number;
}

function addColumn(histogram: Float64Array, codes: Uint8Array, rows: NodeRows, { start, end, code, bin }: ColumnRange): void {
  const { row, derivatives } = rows;
  for (let k = start; k < end; k++) {
    const at = (bin + codes[code + row[k]]) << 1;
    histogram[at] += derivatives[k << 1];
    histogram[at + 1] += derivatives[(k << 1) + 1];
  }
}

/** Takes one child's sums from the parent's, which leaves the other child's. */
export function subtractHistogram(parent: Float64Array, child: Float64Array): void {
  for (let k = 0; k < parent.length; k++) parent[k] -= child[k];
}
