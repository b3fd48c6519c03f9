import type { Tree } from "./tree.js";

/** The nearest points of one query at a time, by Euclidean distance, the nearest first. */
export class NeighbourSearch {
  /** Squared distances of what was found last; a view that the tree's next search changes. */
  readonly squares: Float64Array;
  /** Places in the tree of what was found last; such a view too. */
  readonly places: Int32Array;

  /** Finds `neighbours` points, of which the tree must have as many; FOUND at the most. */
  constructor(
    private readonly tree: Tree,
    private readonly neighbours: number,
  ) {
    this.squares = tree.squares.subarray(0, neighbours);
    this.places = tree.places.subarray(0, neighbours);
  }

  /** Looks around the point whose numbers begin at position `at` of `query`. */
  find(query: Float64Array, at: number): void {
    const { tree } = this;
    for (let j = 0; j < tree.query.length; j++) tree.query[j] = query[at + j];
    tree.find(this.neighbours);
  }
}
