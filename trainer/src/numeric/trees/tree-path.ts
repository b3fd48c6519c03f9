/**
 * Columns on the path to a node (TreeSHAP, Lundberg et al. 2020, algorithm 2: EXTEND and UNWIND). Each column has two fractions:
 * the share of the training rows that follow the path if the column is unknown, and the share of the explained row that does if
 * it is known. The path also holds the weighted number of column subsets of each size, with Shapley weights. A node's path starts
 * as a copy of its parent's, so there is one for each depth. Place 0 stands for no column.
 */
export class TreePath {
  private readonly width: number;
  private readonly column: Int32Array;
  private readonly zeroFraction: Float64Array;
  private readonly oneFraction: Float64Array;
  private readonly weight: Float64Array;

  /** Allocates paths of nodes down to `depth`, at least 0, with at most `columns` different columns. */
  constructor(depth: number, columns: number) {
    this.width = Math.min(depth, columns) + 1;
    const size = this.width * (depth + 1);
    this.column = new Int32Array(size);
    this.zeroFraction = new Float64Array(size);
    this.oneFraction = new Float64Array(size);
    this.weight = new Float64Array(size);
  }

  /** Copies the first `length` places of the parent's path to the path at `depth`. */
  copyFromParent(depth: number, length: number): void {
    const to = depth * this.width;
    const from = to - this.width;
    for (let i = 0; i < length; i++) {
      this.column[to + i] = this.column[from + i];
      this.zeroFraction[to + i] = this.zeroFraction[from + i];
      this.oneFraction[to + i] = this.oneFraction[from + i];
      this.weight[to + i] = this.weight[from + i];
    }
  }

  /** Adds a column after the `length` existing places (EXTEND). */
  extend(depth: number, length: number, { column, zero, one }: { column: number; zero: number; one: number }): void {
    const { weight } = this;
    const at = depth * this.width;
    this.column[at + length] = column;
    this.zeroFraction[at + length] = zero;
    this.oneFraction[at + length] = one;
    weight[at + length] = length === 0 ? 1 : 0;
    for (let i = length - 1; i >= 0; i--) {
      weight[at + i + 1] += (one * weight[at + i] * (i + 1)) / (length + 1);
      weight[at + i] = (zero * weight[at + i] * (length - i)) / (length + 1);
    }
  }

  /** Returns the place of a column among the first `length`, or 0. */
  find(depth: number, length: number, column: number): number {
    const at = depth * this.width;
    for (let i = length - 1; i > 0; i--) if (this.column[at + i] === column) return i;
    return 0;
  }

  zeroFractionAt(depth: number, place: number): number {
    return this.zeroFraction[depth * this.width + place];
  }

  oneFractionAt(depth: number, place: number): number {
    return this.oneFraction[depth * this.width + place];
  }

  /** Removes a place from the first `length`, as if it had never been added (UNWIND). */
  unwind(depth: number, length: number, place: number): void {
    const { weight, column, zeroFraction: zero, oneFraction: one } = this;
    const at = depth * this.width;
    const last = length - 1;
    const [ownOne, ownZero] = [one[at + place], zero[at + place]];
    let next = weight[at + last];
    for (let i = last - 1; i >= 0; i--) {
      if (ownOne !== 0) {
        const before = weight[at + i];
        weight[at + i] = (next * length) / ((i + 1) * ownOne);
        next = before - (weight[at + i] * ownZero * (last - i)) / length;
      } else weight[at + i] = (weight[at + i] * length) / (ownZero * (last - i));
    }
    for (let i = place; i < last; i++) {
      column[at + i] = column[at + i + 1];
      zero[at + i] = zero[at + i + 1];
      one[at + i] = one[at + i + 1];
    }
  }

  /** Adds to each column on the path its part of the leaf's value. */
  addContributions(depth: number, length: number, value: number, contributions: Float64Array): void {
    const at = depth * this.width;
    for (let i = 1; i < length; i++) {
      contributions[this.column[at + i]] +=
        this.unwoundWeightSum(at, length, i) * (this.oneFraction[at + i] - this.zeroFraction[at + i]) * value;
    }
  }

  /** Returns the sum of the weights without a place. */
  private unwoundWeightSum(at: number, length: number, place: number): number {
    const { weight } = this;
    const last = length - 1;
    const [ownOne, ownZero] = [this.oneFraction[at + place], this.zeroFraction[at + place]];
    let total = 0;
    if (ownOne === 0) {
      for (let i = last - 1; i >= 0; i--) total += weight[at + i] / (last - i);
      return (total * length) / ownZero;
    }
    let next = weight[at + last];
    for (let i = last - 1; i >= 0; i--) {
      const part = (next * length) / ((i + 1) * ownOne);
      total += part;
      next = weight[at + i] - (part * ownZero * (last - i)) / length;
    }
    return total;
  }
}
