import type { RowRange, Split } from "./bootstrap-sample.js";

/** Finds a node's best split, by one criterion, among the columns that it is asked to try. */
export interface Splitter {
  /** Begins with a node. False when its rows are all alike in the target, so that there is nothing to split. */
  startNode(node: RowRange): boolean;
  /** Looks for a better split in a column. False when the column has but one value among the node's rows. */
  tryColumn(column: number): boolean;
  /** The best split of the columns tried since the node's beginning. */
  bestSplit(): Split | undefined;
  /** The answer of a leaf with the rows of the node begun last. */
  leafValue(): number;
  /** Draws in the node begun last. */
  sampleCount(): number;
}
