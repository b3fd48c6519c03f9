import type { Points } from "../points.js";
import type { NeighbourIndex } from "./neighbour-index.js";
import { SEARCH_QUERIES } from "./neighbour-index.js";

/**
 * Receives squared distances and places of the points found around query `i`, nearest first: `neighbours` of them from index `from`
 * on. The next search overwrites them.
 */
type SquaredDistanceVisitor = (squares: Float64Array, places: Int32Array, from: number, i: number) => void;

/** Search for the nearest points by Euclidean distance. */
export class NeighbourSearch {
  /** Finds `neighbours` points around each query, at most those of the index's shape. */
  constructor(
    private readonly tree: NeighbourIndex,
    private readonly neighbours: number,
  ) {}

  /** Visits the queries from `from` to before `to`. Multiples of SEARCH_QUERIES are the fastest. */
  visitNeighbours({ width, values }: Points, [from, to]: readonly [number, number], visit: SquaredDistanceVisitor): void {
    const { tree, neighbours } = this;
    for (let first = from; first < to; first += SEARCH_QUERIES) {
      const queryCount = Math.min(SEARCH_QUERIES, to - first);
      tree.queries.set(values.subarray(first * width, (first + queryCount) * width));
      tree.search(neighbours, queryCount);
      for (let query = 0; query < queryCount; query++) visit(tree.squares, tree.places, query * neighbours, first + query);
    }
  }
}
