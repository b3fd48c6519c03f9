import type { Points, PointsShape } from "../points.js";

/** Points that can be found around a query: the most neighbours that an algorithm may ask for, and the query itself. */
const MAX_NEIGHBOURS = 501;
/** Queries that are looked around at once: an even number, as they are compared with points in pairs. */
export const QUERY_BATCH = 16;

/** What assembly/measured.ts exports; see there. */
export interface SearchExports {
  layOutPoints(count: number, width: number, points: number, queries: number, squares: number, places: number): void;
}

/** Bytes of the points, the queries, and the squares and places of what is found around them. */
export function searchBlockSizes({ count, width }: PointsShape): number[] {
  const found = QUERY_BATCH * Math.min(count, MAX_NEIGHBOURS);
  return [8 * count * width, 8 * QUERY_BATCH * width, 8 * found, 4 * found];
}

/** The blocks of foundSizes as what they hold. */
export function searchViews(buffer: ArrayBuffer, [points, queries, squares, places]: readonly number[], size: PointsShape) {
  const found = QUERY_BATCH * Math.min(size.count, MAX_NEIGHBOURS);
  return {
    points: { count: size.count, width: size.width, values: new Float64Array(buffer, points, size.count * size.width) },
    queries: new Float64Array(buffer, queries, QUERY_BATCH * size.width),
    squares: new Float64Array(buffer, squares, found),
    places: new Int32Array(buffer, places, found),
  };
}

export interface NeighbourIndex {
  /** In the order of the leaves. */
  points: Points;
  /** Axis after axis, or nothing: then points are compared along their own columns. */
  axes: Float64Array;
  /** The numbers of QUERIES queries go here, one after the other. */
  queries: Float64Array;
  /** Finds so many points, no more than there are, around each of the first `asked` queries. */
  find(neighbours: number, asked: number): void;
  /** Squared distances and places of the points found last, query after query, the nearest first. */
  squares: Float64Array;
  places: Int32Array;
}

/** Writes points one after the other. */
export type WritePoints = (into: Float64Array) => void;
