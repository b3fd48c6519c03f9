/** Rows of a table that are traversed together. */
export interface TraversedBlock {
  start: number;
  count: number;
  /** Sum k of row `start + i` is `sums[k * stride + i]`. They are what the last block left. */
  sums: Float64Array;
  stride: number;
  /** Passes the rows down all trees, and adds the leaf values of tree t to sum t modulo the number of sums. */
  descend(): void;
}

export type HandleBlock = (block: TraversedBlock) => void;
