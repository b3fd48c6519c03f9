import { type Bins, maxBinCount } from "../../numeric/trees/bins.js";
import type { BootstrapSample, RowRange, Split } from "./bootstrap-sample.js";
import { OccupiedBins } from "./occupied-bins.js";

/** Finds the best split of a node by one criterion, among the columns that it is asked to try. */
export abstract class NodeSplitter {
  protected readonly occupied: OccupiedBins;
  protected node: RowRange = { start: 0, end: 0 };
  /** Number of draws in the node. */
  protected nodeWeight = 0;
  protected best: Split | undefined;
  /** Score of the best split; the greatest score is the best. */
  protected score = Number.NEGATIVE_INFINITY;

  constructor(
    protected readonly bins: Bins,
    protected readonly sample: BootstrapSample,
    /** Least number of draws in a leaf. */
    protected readonly minLeaf: number,
  ) {
    this.occupied = new OccupiedBins(maxBinCount(bins));
  }

  /** Starts a node. Returns false if nothing can be split: all rows have the same target, or there are too few draws for two leaves. */
  startNode(node: RowRange): boolean {
    this.node = node;
    this.best = undefined;
    this.score = Number.NEGATIVE_INFINITY;
    const pure = this.sumTargets();
    return !pure && this.nodeWeight >= 2 * this.minLeaf;
  }

  /** Sums the draws and the targets of the node's rows. Returns whether all rows have the same target. */
  protected abstract sumTargets(): boolean;

  /** Looks for a better split in a column. Returns false if the column is constant among the node's rows. */
  abstract tryColumn(column: number): boolean;

  /** Returns the best split of the columns tried since `startNode`. */
  bestSplit(): Split | undefined {
    return this.best;
  }

  /** Returns the value of a leaf with the rows of the current node. */
  abstract leafValue(): number;

  /** Returns the number of draws in the current node. */
  sampleCount(): number {
    return this.nodeWeight;
  }
}
