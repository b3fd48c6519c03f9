import type { Bins } from "../../trees/bins.js";
import type { InBag, Range, Split } from "./in-bag.js";
import { Occupied } from "./occupied.js";
import type { Splitter } from "./splitter.js";

/**
 * Splits where the squared error falls most. For two classes, numbered 0 and 1, that is where the Gini impurity falls
 * most, since it is twice the variance.
 */
export class NumberSplitter implements Splitter {
  private readonly weight = new Float64Array(256);
  private readonly sum = new Float64Array(256);
  private readonly occupied = new Occupied();
  private node: Range = { start: 0, end: 0 };
  private nodeWeight = 0;
  private nodeSum = 0;
  private found: Split | undefined;
  private score = 0;

  constructor(
    private readonly bins: Bins,
    private readonly bag: InBag,
    private readonly minLeaf: number,
  ) {}

  begin(node: Range): boolean {
    const { weight, y } = this.bag;
    this.node = node;
    this.found = undefined;
    this.score = Number.NEGATIVE_INFINITY;
    this.nodeWeight = 0;
    this.nodeSum = 0;
    let alike = true;
    for (let k = node.start; k < node.end; k++) {
      this.nodeWeight += weight[k];
      this.nodeSum += weight[k] * y[k];
      if (y[k] !== y[node.start]) alike = false;
    }
    return !alike && this.nodeWeight >= 2 * this.minLeaf;
  }

  attempt(column: number): boolean {
    this.fill(column);
    this.occupied.list();
    const { bins, count } = this.occupied;
    if (count < 2) {
      this.clear();
      return false;
    }
    const valued = this.bins.valued[column];
    const missing = bins[count - 1] === valued;
    this.scan(column, missing ? count - 1 : count, -1);
    if (missing) {
      this.scan(column, count - 1, valued);
      this.consider(column, {
        bin: valued - 1,
        missingRight: true,
        weight: this.nodeWeight - this.weight[valued],
        sum: this.nodeSum - this.sum[valued],
      });
    }
    this.clear();
    return true;
  }

  best(): Split | undefined {
    return this.found;
  }

  leaf(): number {
    return Math.fround(this.nodeSum / this.nodeWeight);
  }

  private fill(column: number): void {
    const { weight, sum } = this;
    const { row, weight: rowWeight, y } = this.bag;
    const { codes, nrow } = this.bins;
    const words = this.occupied.words();
    const code = column * nrow;
    for (let k = this.node.start; k < this.node.end; k++) {
      const bin = codes[code + row[k]];
      const w = rowWeight[k];
      weight[bin] += w;
      sum[bin] += w * y[k];
      words[bin >> 5] |= 1 << bin;
    }
  }

  private clear(): void {
    const { bins, count } = this.occupied;
    for (let b = 0; b < count; b++) {
      this.weight[bins[b]] = 0;
      this.sum[bins[b]] = 0;
    }
  }

  /** Tries a cut between each two neighbours of the first `count` occupied bins. Bin `missing`, if any, goes left always. */
  private scan(column: number, count: number, missing: number): void {
    const { weight, sum } = this;
    const { bins } = this.occupied;
    let leftWeight = missing < 0 ? 0 : weight[missing];
    let leftSum = missing < 0 ? 0 : sum[missing];
    for (let b = 0; b + 1 < count; b++) {
      leftWeight += weight[bins[b]];
      leftSum += sum[bins[b]];
      this.consider(column, { bin: (bins[b] + bins[b + 1] - 1) >> 1, missingRight: missing < 0, weight: leftWeight, sum: leftSum });
    }
  }

  private consider(column: number, left: { bin: number; missingRight: boolean; weight: number; sum: number }): void {
    const rightWeight = this.nodeWeight - left.weight;
    if (left.weight < this.minLeaf || rightWeight < this.minLeaf) return;
    const rightSum = this.nodeSum - left.sum;
    const score = (left.sum * left.sum) / left.weight + (rightSum * rightSum) / rightWeight;
    if (score <= this.score) return;
    this.score = score;
    this.found = { column, bin: left.bin, missingRight: left.missingRight };
  }
}
