import type { Bins } from "../../trees/bins.js";

/** What decides on a split; see the parameters of the same names. */
export interface SplitRule {
  lambda: number;
  gamma: number;
  minChildWeight: number;
}

/** A node's sums of first and second derivatives. */
export interface Sums {
  first: number;
  second: number;
}

export interface Split {
  column: number;
  /** The last bin of the column that goes left. */
  bin: number;
  missingRight: boolean;
  left: Sums;
  right: Sums;
  gain: number;
}

/** Gains below this one are rounding (XGBoost's kRtEps). */
const NO_GAIN = 1e-6;

/** The split with the greatest gain (Chen and Guestrin 2016, equation 7), or undefined when none is worth it. */
export function findSplit(histogram: Float64Array, bins: Bins, columns: Int32Array, node: Sums, rule: SplitRule): Split | undefined {
  const search = new SplitSearch(histogram, node, rule);
  for (const column of columns) {
    const first = bins.first[column];
    const last = first + bins.valued[column];
    search.scan(column, first, last, undefined);
    if (last < bins.first[column + 1] && histogram[2 * last + 1] > 0) {
      search.scan(column, first, last, { first: histogram[2 * last], second: histogram[2 * last + 1] });
    }
  }
  return search.best;
}

class SplitSearch {
  best: Split | undefined;
  private readonly parentScore: number;
  private bestScore: number;

  constructor(
    private readonly histogram: Float64Array,
    private readonly node: Sums,
    private readonly rule: SplitRule,
  ) {
    this.parentScore = (node.first * node.first) / (node.second + rule.lambda);
    this.bestScore = this.parentScore + Math.max(rule.gamma, NO_GAIN);
  }

  /**
   * Tries a cut behind every bin from `first` up to `last` that has rows of the node; where bins without rows follow, in
   * the middle of them. `missing` are the sums of the rows without a value when they are to go left; else they go right.
   */
  scan(column: number, first: number, last: number, missing: Sums | undefined): void {
    const { histogram } = this;
    const { lambda, minChildWeight } = this.rule;
    const { first: g, second: h } = this.node;
    let leftG = missing?.first ?? 0;
    let leftH = missing?.second ?? 0;
    let previous = -1;
    // One turn behind the last bin: values left, missing ones right.
    for (let bin = first; bin <= last; bin++) {
      const present = bin < last ? histogram[2 * bin + 1] : 1;
      if (present === 0) continue;
      const rightH = h - leftH;
      if (previous >= 0 && leftH >= minChildWeight && rightH >= minChildWeight && leftH > 0 && rightH > 0) {
        const rightG = g - leftG;
        const score = (leftG * leftG) / (leftH + lambda) + (rightG * rightG) / (rightH + lambda);
        if (score > this.bestScore) {
          this.bestScore = score;
          const cut = bin < last ? (previous + bin - 1) >> 1 : last - 1;
          this.keep({ column, bin: cut - first, missingRight: missing === undefined, left: { first: leftG, second: leftH } });
        }
      }
      if (bin < last) {
        leftG += histogram[2 * bin];
        leftH += present;
      }
      previous = bin;
    }
  }

  private keep(split: Omit<Split, "right" | "gain">): void {
    const right = { first: this.node.first - split.left.first, second: this.node.second - split.left.second };
    this.best = { ...split, right, gain: this.bestScore - this.parentScore };
  }
}
