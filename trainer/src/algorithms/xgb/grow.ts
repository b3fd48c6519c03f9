import type { Bins } from "../../trees/bins.js";
import { type Tree, TreeWriter } from "../../trees/forest.js";
import type { Pace } from "../pace.js";
import { addToHistogram, type NodeRows, type Range, subtractHistogram } from "./histogram.js";
import { findSplit, type Split, type SplitRule, type Sums } from "./split.js";

export interface GrowRule extends SplitRule {
  maxDepth: number;
  learningRate: number;
}

/** A node of the growing tree; a leaf when it has no children. */
interface GrowingNode extends Range {
  depth: number;
  sums: Sums;
  split?: Split;
  children?: [GrowingNode, GrowingNode];
}

/** What a tree is grown from. */
export interface Ground {
  /** The columns that may be split. */
  columns: Int32Array;
  /** Rows with their derivatives; put in the order of the leaves. */
  rows: NodeRows;
  /** Share of the fit that is done before the tree. */
  done: number;
  /** Called for each leaf with its rows, from `start` up to, not including, `end`, and its answer. */
  leaf(start: number, end: number, answer: number): void;
}

/** Grows trees of equal size one after the other, and keeps their histograms' memory between them. */
export class Grower {
  private readonly spare: Float64Array[] = [];
  private readonly held: NodeRows;

  constructor(
    private readonly bins: Bins,
    private readonly rule: GrowRule,
  ) {
    this.held = { row: new Int32Array(bins.nrow), derivatives: new Float64Array(2 * bins.nrow) };
  }

  /** Depth first, so that at most one histogram a level is held at once; the smaller child is summed up, the other subtracted. */
  async grow(ground: Ground, pace: Pace): Promise<Tree> {
    const root: GrowingNode = { depth: 0, start: 0, end: ground.rows.row.length, sums: sumOf(ground.rows) };
    const histogram = this.take();
    addToHistogram(histogram, this.bins, ground.columns, ground.rows, root);
    const open = [{ node: root, histogram }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, histogram } = next;
      if (pace.due()) await pace.rest(ground.done);
      const split = findSplit(histogram, this.bins, ground.columns, node.sums, this.rule);
      if (split === undefined) {
        this.spare.push(histogram);
        this.close(node, ground);
        continue;
      }
      const [left, right] = this.divide(node, split, ground);
      if (left.depth === this.rule.maxDepth) {
        this.spare.push(histogram);
        this.close(left, ground);
        this.close(right, ground);
        continue;
      }
      const [small, large] = left.end - left.start <= right.end - right.start ? [left, right] : [right, left];
      const own = this.take();
      addToHistogram(own, this.bins, ground.columns, ground.rows, small);
      subtractHistogram(histogram, own);
      open.push({ node: large, histogram }, { node: small, histogram: own });
    }
    return this.write(root);
  }

  private take(): Float64Array {
    return this.spare.pop()?.fill(0) ?? new Float64Array(2 * this.bins.first[this.bins.ncol]);
  }

  private close(node: GrowingNode, ground: Ground): void {
    ground.leaf(node.start, node.end, this.answer(node));
  }

  /** Rounded to four bytes, so that a saved model is small and answers as before. */
  private answer({ sums }: GrowingNode): number {
    const weight = sums.second + this.rule.lambda;
    return weight > 0 ? Math.fround((-this.rule.learningRate * sums.first) / weight) : 0;
  }

  /** Moves the rows of the left child before those of the right one; the order within each stays. */
  private divide(node: GrowingNode, split: Split, ground: Ground): [GrowingNode, GrowingNode] {
    const { bins, held } = this;
    const { row, derivatives } = ground.rows;
    const code = split.column * bins.nrow;
    const missing = split.missingRight ? 256 : bins.valued[split.column];
    let left = node.start;
    let right = 0;
    let unknown = 0;
    for (let k = node.start; k < node.end; k++) {
      const bin = bins.codes[code + row[k]];
      if (bin === bins.valued[split.column]) unknown++;
      if (bin <= split.bin || bin === missing) {
        row[left] = row[k];
        derivatives[2 * left] = derivatives[2 * k];
        derivatives[2 * left + 1] = derivatives[2 * k + 1];
        left++;
      } else {
        held.row[right] = row[k];
        held.derivatives[2 * right] = derivatives[2 * k];
        held.derivatives[2 * right + 1] = derivatives[2 * k + 1];
        right++;
      }
    }
    row.set(held.row.subarray(0, right), left);
    derivatives.set(held.derivatives.subarray(0, 2 * right), 2 * left);
    const depth = node.depth + 1;
    // Where training rows could not teach the side of missing values, they go with most rows.
    node.split = unknown > 0 ? split : { ...split, missingRight: right > left - node.start };
    node.children = [
      { depth, start: node.start, end: left, sums: split.left },
      { depth, start: left, end: node.end, sums: split.right },
    ];
    return node.children;
  }

  private write(root: GrowingNode): Tree {
    const writer = new TreeWriter();
    const queue = [root];
    for (const node of queue) {
      if (node.split === undefined) writer.leaf(this.answer(node));
      else {
        const { column, bin, missingRight } = node.split;
        writer.split(column, this.bins.cuts[this.bins.first[column] + bin], missingRight);
        queue.push(...node.children!);
      }
    }
    return writer.finish();
  }
}

function sumOf({ row, derivatives }: NodeRows): Sums {
  const sums = { first: 0, second: 0 };
  for (let k = 0; k < row.length; k++) {
    sums.first += derivatives[2 * k];
    sums.second += derivatives[2 * k + 1];
  }
  return sums;
}
