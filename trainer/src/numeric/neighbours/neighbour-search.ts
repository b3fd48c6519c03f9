import type { Points } from "../points.js";
import type { NeighbourIndex } from "./neighbour-index.js";
import { QUERY_BATCH } from "./neighbour-index.js";

/** Receives squared distances and places of the points found around query `i`, nearest first. The next search overwrites them. */
type SquaredDistanceVisitor = (squares: Float64Array, places: Int32Array, i: number) => void;

/** Search for the nearest points by Euclidean distance. */
export class NeighbourSearch {
  private readonly squares: Float64Array[];
  private readonly places: Int32Array[];

  /** Finds `neighbours` points around each query, at most 501. The index needs at least as many points. */
  constructor(
    private readonly tree: NeighbourIndex,
    neighbours: number,
  ) {
    const range = (query: number): [number, number] => [query * neighbours, (query + 1) * neighbours];
    this.squares = Array.from({ length: QUERY_BATCH }, (_, query) => tree.squares.subarray(...range(query)));
    this.places = Array.from({ length: QUERY_BATCH }, (_, query) => tree.places.subarray(...range(query)));
  }

  /** Visits the queries from `from` to before `to`. Multiples of QUERY_BATCH are the fastest. */
  visitNeighbours({ width, values }: Points, [from, to]: readonly [number, number], visit: SquaredDistanceVisitor): void {
    for (let first = from; first < to; first += QUERY_BATCH) {
      const queryCount = Math.min(QUERY_BATCH, to - first);
      this.tree.queries.set(values.subarray(first * width, (first + queryCount) * width));
      this.tree.search(this.squares[0].length, queryCount);
      for (let query = 0; query < queryCount; query++) visit(this.squares[query], this.places[query], first + query);
    }
  }
}
