import { NeighbourSearch } from "./search.js";
import type { Tree } from "./tree.js";

/**
 * The nearest points but the query itself: where a point is at no distance, it is taken for the query, so that a training
 * row gets the score that it had in training, and not a lower one for having itself among its neighbours.
 */
export class OthersSearch {
  readonly distances: Float64Array;
  readonly places: Int32Array;
  private readonly search: NeighbourSearch;

  /** The tree must have more points than `neighbours`. */
  constructor(
    tree: Tree,
    private readonly neighbours: number,
  ) {
    this.search = new NeighbourSearch(tree, neighbours + 1);
    this.distances = new Float64Array(neighbours);
    this.places = new Int32Array(neighbours);
  }

  find(query: Float64Array, at: number): void {
    this.search.find(query, at);
    const { squares, places } = this.search;
    const first = squares[0] === 0 ? 1 : 0;
    for (let i = 0; i < this.neighbours; i++) {
      this.distances[i] = Math.sqrt(squares[first + i]);
      this.places[i] = places[first + i];
    }
  }
}
