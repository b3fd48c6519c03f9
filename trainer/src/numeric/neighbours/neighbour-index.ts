import type { Points, PointsShape } from "../points.js";

/** Most points found around a query: the most neighbours of an algorithm, and the query itself. */
const MAX_NEIGHBOURS = 501;
/** Queries of a batch. The number is even, since the kernel compares queries in pairs. */
export const QUERY_BATCH = 16;

/** Exports of assembly/nearest-candidates.ts, described there. */
export interface SearchExports {
  setPointLayout(count: number, width: number, points: number, queries: number, squares: number, places: number): void;
}

/** Returns the bytes of the points, the queries, and the squared distances and places of the neighbours. */
export function searchBlockSizes({ count, width }: PointsShape): number[] {
  const slots = QUERY_BATCH * Math.min(count, MAX_NEIGHBOURS);
  return [8 * count * width, 8 * QUERY_BATCH * width, 8 * slots, 4 * slots];
}

/** Returns typed views of the blocks of searchBlockSizes. */
export function searchViews(buffer: ArrayBuffer, [points, queries, squares, places]: readonly number[], size: PointsShape) {
  const slots = QUERY_BATCH * Math.min(size.count, MAX_NEIGHBOURS);
  return {
    points: { count: size.count, width: size.width, values: new Float64Array(buffer, points, size.count * size.width) },
    queries: new Float64Array(buffer, queries, QUERY_BATCH * size.width),
    squares: new Float64Array(buffer, squares, slots),
    places: new Int32Array(buffer, places, slots),
  };
}

export interface NeighbourIndex {
  /** Points in the order of the leaves. */
  points: Points;
  /** Axes one after the other; empty if points are compared along their own columns. */
  axes: Float64Array;
  /** Room for the numbers of QUERY_BATCH queries, one after the other. */
  queries: Float64Array;
  /** Finds `neighbours` points, at most as many as there are, around each of the first `queryCount` queries. */
  search(neighbours: number, queryCount: number): void;
  /** Squared distances and places of the points found last, query by query, nearest first. */
  squares: Float64Array;
  places: Int32Array;
}

/** Writes points one after the other. */
export type WritePoints = (into: Float64Array) => void;
