/**
 * The columns on the way to a node, each with the shares of the training rows and of the explained row that go this way
 * when the column is unknown and when it is known, and how many subsets of them have each size, weighted as Shapley values
 * weigh them (TreeSHAP, Lundberg et al. 2020, algorithm 2: EXTEND and UNWIND). A node's path begins as a copy of its
 * parent's, so that there is one for each depth. Place 0 stands for no column.
 */
export class TreePath {
  private readonly width: number;
  private readonly column: Int32Array;
  private readonly zeroFraction: Float64Array;
  private readonly oneFraction: Float64Array;
  private readonly weight: Float64Array;

  /** For nodes down to `depth`, below 0, and at most `columns` different columns. */
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

  /** Puts a column behind the `length` places that there are. */
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

  /** The place of a column among `length`, or 0. */
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

  /** Takes a place out of `length`, as if it had never been there. */
  unwind(depth: number, length: number, place: number): void {
    const { weight, column, zeroFraction: zero, oneFraction: one } = this;
    const at = depth * this.width;
    const last = length - 1;
    const [known, unknown] = [one[at + place], zero[at + place]];
    let next = weight[at + last];
    for (let i = last - 1; i >= 0; i--) {
      if (known !== 0) {
        const before = weight[at + i];
        weight[at + i] = (next * length) / ((i + 1) * known);
        next = before - (weight[at + i] * unknown * (last - i)) / length;
      } else weight[at + i] = (weight[at + i] * length) / (unknown * (last - i));
    }
    for (let i = place; i < last; i++) {
      column[at + i] = column[at + i + 1];
      zero[at + i] = zero[at + i + 1];
      one[at + i] = one[at + i + 1];
    }
  }

  /** Gives each column on the way to a leaf its part of the leaf's value. */
  addContributions(depth: number, length: number, value: number, contributions: Float64Array): void {
    const at = depth * this.width;
    for (let i = 1; i < length; i++) {
      contributions[this.column[at + i]] +=
        this.unwoundWeightSum(at, length, i) * (this.oneFraction[at + i] - this.zeroFraction[at + i]) * value;
    }
  }

  /** Sum of the weights that there would be without a place. */
  private unwoundWeightSum(at: number, length: number, place: number): number {
    const { weight } = this;
    const last = length - 1;
    const [known, unknown] = [this.oneFraction[at + place], this.zeroFraction[at + place]];
    let total = 0;
    if (known === 0) {
      for (let i = last - 1; i >= 0; i--) total += weight[at + i] / (last - i);
      return (total * length) / unknown;
    }
    let next = weight[at + last];
    for (let i = last - 1; i >= 0; i--) {
      const part = (next * length) / ((i + 1) * known);
      total += part;
      next = weight[at + i] - (part * unknown * (last - i)) / length;
    }
    return total;
  }
}
