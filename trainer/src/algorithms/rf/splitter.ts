import type { RowRange, Split } from "./bootstrap-sample.js";

/** Finds the best split of a node by one criterion, among the columns that it is asked to try. */
export interface Splitter {
  /** Starts a node. Returns false if nothing can be split: all rows have the same target, or there are too few draws for two leaves. */
  startNode(node: RowRange): boolean;
  /** Looks for a better split in a column. Returns false if the column is constant among the node's rows. */
  tryColumn(column: number): boolean;
  /** Returns the best split of the columns tried since `startNode`. */
  bestSplit(): Split | undefined;
  /** Returns the value of a leaf with the rows of the current node. */
  leafValue(): number;
  /** Returns the number of draws in the current node. */
  sampleCount(): number;
}
