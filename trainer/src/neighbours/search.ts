import type { Tree } from "./tree.js";

/** The nearest points of one query at a time, by Euclidean distance, the nearest first. */
export class NeighbourSearch {
  /** Squared distances of what was found last. */
  readonly squares: Float64Array;
  /** Places in the tree of what was found last. */
  readonly places: Int32Array;
  private query: Float64Array = new Float64Array(0);
  private at = 0;

  /** Finds `neighbours` points, of which the tree must have as many. */
  constructor(
    private readonly tree: Tree,
    private readonly neighbours: number,
  ) {
    this.squares = new Float64Array(neighbours);
    this.places = new Int32Array(neighbours);
  }

  /** Looks around the point whose numbers begin at position `at` of `query`. */
  find(query: Float64Array, at: number): void {
    this.query = query;
    this.at = at;
    this.squares.fill(Number.POSITIVE_INFINITY);
    this.descend(0, this.tree.levels, 0, this.tree.points.count);
  }

  /** Visits the nearer half first; the other one only when its box is nearer than the furthest point found. */
  private descend(node: number, levels: number, start: number, end: number): void {
    if (levels === 0) {
      this.scan(start, end);
      return;
    }
    const middle = (start + end) >> 1;
    const left = 2 * node + 1;
    const toLeft = this.distanceToBox(left);
    const toRight = this.distanceToBox(left + 1);
    const last = this.neighbours - 1;
    if (toLeft <= toRight) {
      if (toLeft < this.squares[last]) this.descend(left, levels - 1, start, middle);
      if (toRight < this.squares[last]) this.descend(left + 1, levels - 1, middle, end);
    } else {
      if (toRight < this.squares[last]) this.descend(left + 1, levels - 1, middle, end);
      if (toLeft < this.squares[last]) this.descend(left, levels - 1, start, middle);
    }
  }

  private distanceToBox(node: number): number {
    const { query, at } = this;
    const { low, high, points } = this.tree;
    const own = node * points.width;
    let sum = 0;
    for (let j = 0; j < points.width; j++) {
      const value = query[at + j];
      const outside = Math.max(low[own + j] - value, value - high[own + j], 0);
      sum += outside * outside;
    }
    return sum;
  }

  private scan(start: number, end: number): void {
    const { query, at, squares } = this;
    const { width, values } = this.tree.points;
    const last = this.neighbours - 1;
    // Looks whether a point is too far already after every so many columns.
    const whole = width - (width % STRETCH);
    for (let i = start; i < end; i++) {
      const from = i * width;
      const furthest = squares[last];
      let sum = 0;
      let j = 0;
      while (j < whole && sum < furthest) {
        const a = query[at + j] - values[from + j];
        const b = query[at + j + 1] - values[from + j + 1];
        const c = query[at + j + 2] - values[from + j + 2];
        const d = query[at + j + 3] - values[from + j + 3];
        sum += a * a + b * b + (c * c + d * d);
        j += STRETCH;
      }
      if (j < whole) continue;
      for (; j < width; j++) {
        const difference = query[at + j] - values[from + j];
        sum += difference * difference;
      }
      if (sum < furthest) this.keep(sum, i);
    }
  }

  private keep(square: number, place: number): void {
    const { squares, places } = this;
    let at = this.neighbours - 1;
    for (; at > 0 && squares[at - 1] > square; at--) {
      squares[at] = squares[at - 1];
      places[at] = places[at - 1];
    }
    squares[at] = square;
    places[at] = place;
  }
}

const STRETCH = 4;
