import type { Points } from "../points.js";
import type { NeighbourIndex } from "./neighbour-index.js";
import { NeighbourSearch } from "./neighbour-search.js";

/** Distances and places in the tree of the points found around query `i`, the nearest first; the next search changes them. */
export type DistanceVisitor = (distances: Float64Array, places: Int32Array, i: number) => void;

/**
 * The nearest points but the query itself: where a point is at no distance, it is taken for the query, so that a training
 * row gets the score that it had in training, and not a lower one for having itself among its neighbours.
 */
export class SelfExcludingSearch {
  private readonly search: NeighbourSearch;
  private readonly distances: Float64Array;

  /** The tree must have more points than `neighbours`. */
  constructor(
    tree: NeighbourIndex,
    private readonly neighbours: number,
  ) {
    this.search = new NeighbourSearch(tree, neighbours + 1);
    this.distances = new Float64Array(neighbours);
  }

  /** As `NeighbourSearch.around`. */
  visitNeighbours(queries: Points, range: readonly [number, number], found: DistanceVisitor): void {
    this.search.visitNeighbours(queries, range, (squares, places, i) => {
      const first = squares[0] === 0 ? 1 : 0;
      for (let at = 0; at < this.neighbours; at++) this.distances[at] = Math.sqrt(squares[first + at]);
      found(this.distances, places.subarray(first, first + this.neighbours), i);
    });
  }
}
