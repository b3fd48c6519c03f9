import type { Points } from "../points.js";
import type { NeighbourIndex } from "./neighbour-index.js";
import { NeighbourSearch } from "./neighbour-search.js";

/** Receives distances and places of the points found around query `i`, nearest first. The next search overwrites them. */
type DistanceVisitor = (distances: Float64Array, places: Int32Array, i: number) => void;

/**
 * Search for the nearest points without the query itself. A point at distance 0 counts as the query. So a training row gets the
 * same score as in training, and not a lower one for being its own neighbour.
 */
export class SelfExcludingSearch {
  private readonly search: NeighbourSearch;
  private readonly distances: Float64Array;

  /** The index's shape has more than `neighbours`. */
  constructor(
    tree: NeighbourIndex,
    private readonly neighbours: number,
  ) {
    this.search = new NeighbourSearch(tree, neighbours + 1);
    this.distances = new Float64Array(neighbours);
  }

  /** Does the same as `NeighbourSearch.visitNeighbours`. */
  visitNeighbours(queries: Points, range: readonly [number, number], visit: DistanceVisitor): void {
    this.search.visitNeighbours(queries, range, (squares, places, i) => {
      const first = squares[0] === 0 ? 1 : 0;
      for (let at = 0; at < this.neighbours; at++) this.distances[at] = Math.sqrt(squares[first + at]);
      visit(this.distances, places.subarray(first, first + this.neighbours), i);
    });
  }
}
