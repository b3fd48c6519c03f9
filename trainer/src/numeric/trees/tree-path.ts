/**
 * The columns on the way to a node, each with the shares of the training rows and of the explained row that go this way
 * when the column is unknown and when it is known, and how many subsets of them have each size, weighted as Shapley values
 * weigh them (TreeSHAP, Lundberg et al. 2020, algorithm 2: EXTEND and UNWIND). A node's path begins as a copy of its
 * parent's, so that there is one for each depth. Place 0 stands for no column.
 */
export class TreePath {
  private readonly width: number;
  private readonly column: Int32Array;
  private readonly zero: Float64Array;
  private readonly one: Float64Array;
  private readonly weight: Float64Array;

  /** For nodes down to `depth`, below 0, and at most `columns` different columns. */
  constructor(depth: number, columns: number) {
    this.width = Math.min(depth, columns) + 1;
    const size = this.width * (depth + 1);
    this.column = new Int32Array(size);
    this.zero = new Float64Array(size);
    this.one = new Float64Array(size);
    this.weight = new Float64Array(size);
  }

  /** Copies the first `length` places of the parent's path to the path at `depth`. */
  inherit(depth: number, length: number): void {
    const to = depth * this.width;
    const from = to - this.width;
    for (let i = 0; i < length; i++) {
      this.column[to + i] = this.column[from + i];
      this.zero[to + i] = this.zero[from + i];
      this.one[to + i] = this.one[from + i];
      this.weight[to + i] = this.weight[from + i];
    }
  }

  /** Puts a column behind the `length` places that there are. */
  extend(depth: number, length: number, { column, zero, one }: { column: number; zero: number; one: number }): void {
    const { weight } = this;
    const at = depth * this.width;
    this.column[at + length] = column;
    this.zero[at + length] = zero;
    this.one[at + length] = one;
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

  zeroAt(depth: number, place: number): number {
    return this.zero[depth * this.width + place];
  }

  oneAt(depth: number, place: number): number {
    return this.one[depth * this.width + place];
  }

  /** Takes a place out of `length`, as if it had never been there. */
  remove(depth: number, length: number, place: number): void {
    const { weight, column, zero, one } = this;
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
  share(depth: number, length: number, value: number, contributions: Float64Array): void {
    const at = depth * this.width;
    for (let i = 1; i < length; i++) {
      contributions[this.column[at + i]] += this.weightWithout(at, length, i) * (this.one[at + i] - this.zero[at + i]) * value;
    }
  }

  /** Sum of the weights that there would be without a place. */
  private weightWithout(at: number, length: number, place: number): number {
    const { weight } = this;
    const last = length - 1;
    const [known, unknown] = [this.one[at + place], this.zero[at + place]];
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
