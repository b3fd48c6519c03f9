import { type Bins, maxBinCount } from "../../numeric/trees/bins.js";
import type { BootstrapSample } from "./bootstrap-sample.js";
import { NodeSplitter } from "./splitter.js";

/**
 * Splits where the squared error decreases most. For two classes, coded 0 and 1, that is where the Gini impurity decreases most,
 * since it is twice the variance.
 */
export class VarianceSplitter extends NodeSplitter {
  private readonly weight: Float64Array;
  private readonly sum: Float64Array;
  private nodeSum = 0;

  constructor(bins: Bins, sample: BootstrapSample, minLeaf: number) {
    super(bins, sample, minLeaf);
    const maxBins = maxBinCount(bins);
    this.weight = new Float64Array(maxBins);
    this.sum = new Float64Array(maxBins);
  }

  protected sumTargets(): boolean {
    const { weight, y } = this.sample;
    const { start, end } = this.node;
    this.nodeWeight = 0;
    this.nodeSum = 0;
    let pure = true;
    for (let k = start; k < end; k++) {
      this.nodeWeight += weight[k];
      this.nodeSum += weight[k] * y[k];
      if (y[k] !== y[start]) pure = false;
    }
    return pure;
  }

  tryColumn(column: number): boolean {
    this.buildHistogram(column);
    const { bins, count } = this.occupied;
    if (count > 1) {
      const valued = this.bins.valueBinCounts[column];
      const missing = bins[count - 1] === valued;
      this.scanThresholds(column, missing ? count - 1 : count, -1);
      if (missing) this.scanThresholds(column, count - 1, valued);
    }
    for (let b = 0; b < count; b++) {
      this.weight[bins[b]] = 0;
      this.sum[bins[b]] = 0;
    }
    return count > 1;
  }

  leafValue(): number {
    return Math.fround(this.nodeSum / this.nodeWeight);
  }

  private buildHistogram(column: number): void {
    const { weight, sum, occupied } = this;
    const { row, weight: rowWeight, y } = this.sample;
    const { codes, nrow, binOffsets } = this.bins;
    const { start, end } = this.node;
    const { bitset } = occupied;
    const code = column * nrow;
    for (let k = start; k < end; k++) {
      const bin = codes[code + row[k]];
      const w = rowWeight[k];
      weight[bin] += w;
      sum[bin] += w * y[k];
      bitset[bin >> 5] |= 1 << bin;
    }
    occupied.collect(binOffsets[column + 1] - binOffsets[column]);
  }

  /**
   * Tries a split after each of the first `count` occupied bins, halfway to the next one. The rows of bin `missing` go left. If
   * `missing` is negative, rows without a value go right, and a split after the last bin with values is tried too.
   */
  private scanThresholds(column: number, count: number, missing: number): void {
    const { weight, sum, minLeaf, nodeWeight, nodeSum } = this;
    const { bins, count: occupiedCount } = this.occupied;
    const cuts = missing < 0 && count < occupiedCount ? count : count - 1;
    let leftWeight = missing < 0 ? 0 : weight[missing];
    let leftSum = missing < 0 ? 0 : sum[missing];
    let score = this.score;
    let best = -1;
    for (let b = 0; b < cuts; b++) {
      leftWeight += weight[bins[b]];
      leftSum += sum[bins[b]];
      const rightWeight = nodeWeight - leftWeight;
      if (leftWeight < minLeaf || rightWeight < minLeaf) continue;
      const rightSum = nodeSum - leftSum;
      const splitScore = (leftSum * leftSum) / leftWeight + (rightSum * rightSum) / rightWeight;
      if (splitScore > score) {
        score = splitScore;
        best = b;
      }
    }
    if (best < 0) return;
    this.score = score;
    // Only missing values follow the last bin with values, so the threshold is infinity.
    const bin = best === count - 1 ? this.bins.valueBinCounts[column] - 1 : (bins[best] + bins[best + 1] - 1) >> 1;
    this.best = { column, bin, missingRight: missing < 0 };
  }
}
