import type { Bins } from "../../numeric/trees/bins.js";
import { type Tree, TreeBuilder } from "../../numeric/trees/forest.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { type BoostingWasm, createBoostingWasm } from "./boosting-wasm.js";
import type { FeatureBundles } from "./feature-bundles.js";

/** Described at the parameters of the same names. */
export interface GrowOptions {
  maxDepth: number;
  learningRate: number;
  lambda: number;
  gamma: number;
  minChildWeight: number;
}

/** Input of a tree. */
interface TreeInput {
  /** First and second derivative of row i at 2i and 2i + 1. */
  derivatives: Float64Array;
  /** Columns that may be split. */
  columns: Int32Array;
  /** Share of the fit done before the tree. */
  progressBefore: number;
  /** Called for each leaf with its rows and its value. */
  onLeaf(rows: Int32Array, answer: number): void;
}

/** Rows from `start` up to, not including, `end`, and their sums of first and second derivatives. */
interface GrowingNode {
  start: number;
  end: number;
  depth: number;
  gradient: number;
  hessian: number;
  split?: NodeSplit;
}

interface NodeSplit {
  column: number;
  /** Last bin of the column that goes left. */
  bin: number;
  missingRight: boolean;
  left: GrowingNode;
  right: GrowingNode;
}

/** A node with the address of its histogram. */
interface OpenNode {
  node: GrowingNode;
  histogram: number;
}

/** Least gain of a split. Smaller gains are rounding errors (XGBoost's kRtEps). */
const MIN_GAIN = 1e-6;

/** Grows trees on the same rows, one after the other. */
export class TreeGrower {
  private readonly wasm: BoostingWasm;
  private readonly freeHistograms: number[];
  private readonly order: Int32Array;
  private readonly allBins: number;

  constructor(
    private readonly bins: Bins,
    private readonly groups: FeatureBundles,
    private readonly options: GrowOptions,
  ) {
    this.wasm = createBoostingWasm(groups, options.maxDepth + 1);
    this.freeHistograms = [...this.wasm.histograms];
    this.allBins = groups.binOffsets[groups.count];
    this.order = Int32Array.from({ length: bins.nrow }, (_, i) => i);
  }

  /**
   * Grows a tree depth first, so that it holds at most one histogram a level. It sums the smaller child's histogram and subtracts
   * it from the parent's for the other.
   */
  async grow(input: TreeInput, yieldToEventLoop: YieldToEventLoop): Promise<Tree> {
    const { wasm, groups } = this;
    wasm.rows.set(this.order);
    wasm.derivatives.set(input.derivatives);
    wasm.columns.set(input.columns);
    const used = new Set(input.columns.map((column) => groups.groupOf[column]));
    wasm.groups.set([...used]);
    const counts = { groups: used.size, columns: input.columns.length };
    const root: GrowingNode = { start: 0, end: this.bins.nrow, depth: 0, ...sumDerivatives(input.derivatives) };
    const open: OpenNode[] = [{ node: root, histogram: this.buildHistogram(root, counts.groups) }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const pending = yieldToEventLoop(input.progressBefore);
      if (pending) await pending;
      const { node, histogram } = next;
      const splitNode = this.split(node, histogram, counts.columns);
      const deepest = node.depth + 1 === this.options.maxDepth;
      if (splitNode === undefined || deepest) this.freeHistograms.push(histogram);
      else open.push(...this.openChildren(splitNode, histogram, counts.groups));
      if (splitNode === undefined) this.finishLeaf(node, input);
      else if (deepest) {
        this.finishLeaf(splitNode.left, input);
        this.finishLeaf(splitNode.right, input);
      }
    }
    return this.buildTree(root);
  }

  private buildHistogram({ start, end }: GrowingNode, groupCount: number): number {
    const histogram = this.freeHistograms.pop()!;
    this.wasm.clear(histogram, this.allBins);
    this.wasm.buildHistogram(histogram, this.wasm.groups.byteOffset, groupCount, start, end);
    return histogram;
  }

  private openChildren({ left, right }: NodeSplit, parent: number, groupCount: number): OpenNode[] {
    const [small, large] = left.end - left.start <= right.end - right.start ? [left, right] : [right, left];
    const histogram = this.buildHistogram(small, groupCount);
    this.wasm.subtract(parent, histogram, this.allBins);
    return [
      { node: large, histogram: parent },
      { node: small, histogram },
    ];
  }

  /** Returns the split with the greatest gain (Chen and Guestrin 2016, equation 7), or undefined if no split is worthwhile. */
  private split(node: GrowingNode, histogram: number, columnCount: number): NodeSplit | undefined {
    const { wasm } = this;
    const { lambda, gamma, minChildWeight } = this.options;
    const minHessian = Math.max(minChildWeight, Number.MIN_VALUE);
    const score = (node.gradient * node.gradient) / (node.hessian + lambda) + Math.max(gamma, MIN_GAIN);
    wasm.findSplit(histogram, wasm.columns.byteOffset, columnCount, node.gradient, node.hessian, lambda, minHessian, score);
    const column = wasm.splitColumn.value;
    if (column < 0) return undefined;
    const bin = wasm.splitBin.value;
    const right = wasm.splitMissingRight.value;
    const middle = wasm.partitionRows(node.start, node.end, this.groups.groupOf[column], this.groups.indicatorBin[column], bin, right);
    // Missing values go with the majority if no training row of the node has one.
    const missingRight = wasm.missingRows.value > 0 ? right === 1 : node.end - middle > middle - node.start;
    const depth = node.depth + 1;
    const sums = { gradient: wasm.leftGradient.value, hessian: wasm.leftHessian.value };
    node.split = {
      column,
      bin,
      missingRight,
      left: { start: node.start, end: middle, depth, ...sums },
      right: { start: middle, end: node.end, depth, gradient: node.gradient - sums.gradient, hessian: node.hessian - sums.hessian },
    };
    return node.split;
  }

  private finishLeaf(node: GrowingNode, input: TreeInput): void {
    input.onLeaf(this.wasm.rows.subarray(node.start, node.end), this.leafValue(node));
  }

  /** Returns the value rounded to four bytes, so that a saved model is small and predicts the same. */
  private leafValue({ gradient, hessian }: GrowingNode): number {
    const weight = hessian + this.options.lambda;
    return weight > 0 ? Math.fround((-this.options.learningRate * gradient) / weight) : 0;
  }

  private buildTree(root: GrowingNode): Tree {
    const writer = new TreeBuilder();
    const queue = [root];
    for (const node of queue) {
      if (node.split === undefined) writer.addLeaf(this.leafValue(node), node.end - node.start);
      else {
        const { column, bin, missingRight, left, right } = node.split;
        writer.addSplit(column, this.bins.cuts[this.bins.binOffsets[column] + bin], missingRight);
        queue.push(left, right);
      }
    }
    return writer.build();
  }
}

function sumDerivatives(pairs: Float64Array): { gradient: number; hessian: number } {
  let gradient = 0;
  let hessian = 0;
  for (let k = 0; k < pairs.length; k += 2) {
    gradient += pairs[k];
    hessian += pairs[k + 1];
  }
  return { gradient, hessian };
}
