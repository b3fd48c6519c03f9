import { type Bins, maxBinCount } from "../../numeric/trees/bins.js";
import type { BootstrapSample } from "./bootstrap-sample.js";
import { NodeSplitter } from "./splitter.js";

/** Class shares of leaves with several classes. Leaf m has the entries `start[m]` up to, not including, `start[m + 1]`. */
export interface MixedLeaves {
  start: number[];
  label: number[];
  share: number[];
}

/**
 * Splits where the Gini impurity decreases most. It sorts a node's rows by the column's bins and moves them from right to left
 * one by one, so that the cost does not depend on the number of classes. A pure leaf's value is its class. A mixed leaf's value
 * is the number of classes plus its place in `mixedLeaves`.
 */
export class GiniSplitter extends NodeSplitter {
  readonly mixedLeaves: MixedLeaves = { start: [0], label: [], share: [] };
  private readonly rowsInBin: Int32Array;
  /** Classes and weights of the node's rows, sorted by bin. */
  private readonly label: Int32Array;
  private readonly weight: Float64Array;
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  private readonly total: Float64Array;
  private leftWeight = 0;
  private leftSquares = 0;
  private rightSquares = 0;

  constructor(bins: Bins, sample: BootstrapSample, minLeaf: number, labels: number) {
    super(bins, sample, minLeaf);
    this.rowsInBin = new Int32Array(maxBinCount(bins));
    this.label = new Int32Array(sample.row.length);
    this.weight = new Float64Array(sample.row.length);
    this.left = new Float64Array(labels);
    this.right = new Float64Array(labels);
    this.total = new Float64Array(labels);
  }

  protected sumTargets(): boolean {
    const { weight, y } = this.sample;
    const { start, end } = this.node;
    this.nodeWeight = 0;
    this.total.fill(0);
    let pure = true;
    for (let k = start; k < end; k++) {
      this.nodeWeight += weight[k];
      this.total[y[k]] += weight[k];
      if (y[k] !== y[start]) pure = false;
    }
    return pure;
  }

  tryColumn(column: number): boolean {
    this.sortRows(column);
    const { bins, count } = this.occupied;
    if (count < 2) return false;
    const valued = this.bins.valueBinCounts[column];
    const missing = bins[count - 1] === valued ? this.rowsInBin[valued] : 0;
    this.scanThresholds(column, missing, "right");
    if (missing > 0) this.scanThresholds(column, missing, "left");
    return true;
  }

  leafValue(): number {
    const { mixedLeaves: mixed, total } = this;
    const pure = total.indexOf(this.nodeWeight);
    if (pure >= 0) return pure;
    for (let c = 0; c < total.length; c++) {
      if (total[c] === 0) continue;
      mixed.label.push(c);
      mixed.share.push(total[c] / this.nodeWeight);
    }
    return total.length + mixed.start.push(mixed.label.length) - 2;
  }

  /** Sorts classes and weights by the column's bins. `rowsInBin` then holds the number of rows of each occupied bin. */
  private sortRows(column: number): void {
    const { rowsInBin: size, label, weight, occupied } = this;
    const { row, weight: rowWeight, y } = this.sample;
    const { codes, nrow } = this.bins;
    const { start, end } = this.node;
    const words = occupied.bitset;
    const code = column * nrow;
    for (let b = 0; b < occupied.count; b++) size[occupied.bins[b]] = 0;
    for (let k = start; k < end; k++) {
      const bin = codes[code + row[k]];
      size[bin]++;
      words[bin >> 5] |= 1 << bin;
    }
    occupied.collect(this.bins.binOffsets[column + 1] - this.bins.binOffsets[column]);
    let place = 0;
    for (let b = 0; b < occupied.count; b++) {
      const rows = size[occupied.bins[b]];
      size[occupied.bins[b]] = place;
      place += rows;
    }
    for (let k = start; k < end; k++) {
      const at = size[codes[code + row[k]]]++;
      label[at] = y[k];
      weight[at] = rowWeight[k];
    }
    for (let b = occupied.count - 1; b > 0; b--) size[occupied.bins[b]] -= size[occupied.bins[b - 1]];
  }

  /** Tries a split after each occupied bin. The last `missing` rows have no value; all of them stay right or go left. */
  private scanThresholds(column: number, missing: number, missingSide: "left" | "right"): void {
    const missingLeft = missingSide === "left";
    const { bins, count } = this.occupied;
    const values = this.node.end - this.node.start - missing;
    this.reset();
    if (missingLeft) this.moveLeft(values, values + missing);
    const last = missing > 0 ? count - 1 : count;
    let moved = 0;
    for (let b = 0; b < last; b++) {
      this.moveLeft(moved, moved + this.rowsInBin[bins[b]]);
      moved += this.rowsInBin[bins[b]];
      if (b + 1 < last) this.considerSplit(column, (bins[b] + bins[b + 1] - 1) >> 1, !missingLeft);
    }
    if (missing > 0 && !missingLeft) this.considerSplit(column, this.bins.valueBinCounts[column] - 1, true);
  }

  private reset(): void {
    this.left.fill(0);
    this.right.set(this.total);
    this.leftWeight = 0;
    this.leftSquares = 0;
    this.rightSquares = 0;
    for (let c = 0; c < this.total.length; c++) this.rightSquares += this.total[c] * this.total[c];
  }

  /** Moves sorted rows to the left, and updates the sums of squared class weights of both sides. */
  private moveLeft(from: number, to: number): void {
    const { label, weight, left, right } = this;
    for (let k = from; k < to; k++) {
      const c = label[k];
      const w = weight[k];
      this.leftSquares += w * (2 * left[c] + w);
      this.rightSquares += w * (w - 2 * right[c]);
      left[c] += w;
      right[c] -= w;
      this.leftWeight += w;
    }
  }

  private considerSplit(column: number, bin: number, missingRight: boolean): void {
    const rightWeight = this.nodeWeight - this.leftWeight;
    if (this.leftWeight < this.minLeaf || rightWeight < this.minLeaf) return;
    const score = this.leftSquares / this.leftWeight + this.rightSquares / rightWeight;
    if (score <= this.score) return;
    this.score = score;
    this.best = { column, bin, missingRight };
  }
}
