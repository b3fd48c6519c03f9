import type { Points } from "../points.js";
import type { NeighbourIndex } from "./neighbour-index.js";
import { NeighbourSearch } from "./neighbour-search.js";

/**
 * Receives distances and places of the points found around query `i`, nearest first: `neighbours` of them from index `from` on. The
 * next search overwrites them.
 */
type DistanceVisitor = (distances: Float64Array, places: Int32Array, from: number, i: number) => void;

/**
 * Search for the nearest points without the query itself. A point at distance 0 counts as the query. So a training row gets the
 * same score as in training, and not a lower one for being its own neighbour.
 */
export class SelfExcludingSearch {
  private readonly search: NeighbourSearch;

  /** The index's shape has more than `neighbours`. */
  constructor(
    tree: NeighbourIndex,
    private readonly neighbours: number,
  ) {
    this.search = new NeighbourSearch(tree, neighbours + 1);
  }

  /** Does the same as `NeighbourSearch.visitNeighbours`. */
  visitNeighbours(queries: Points, range: readonly [number, number], visit: DistanceVisitor): void {
    this.search.visitNeighbours(queries, range, (squares, places, from, i) => {
      const first = squares[from] === 0 ? from + 1 : from;
      for (let at = first; at < first + this.neighbours; at++) squares[at] = Math.sqrt(squares[at]);
      visit(squares, places, first, i);
    });
  }
}
