import type { Points, PointsShape } from "../points.js";
import type { KernelCall } from "../wasm/kernel-work.js";
import type { SharedKernel } from "../wasm/shared-kernel.js";

/** Queries of a batch, the same as in assembly/nearest-candidates.ts. The number is even, since queries are compared in pairs. */
export const QUERY_BATCH = 16;
/** Queries of a search, which threads share by batches. */
export const SEARCH_QUERIES = 64 * QUERY_BATCH;

/** Exports of assembly/nearest-candidates.ts, described there. */
export interface SearchExports {
  build(): void;
  search(batch: number, neighbours: number, queryCount: number): void;
}

/** Returns the bytes of the points, the queries, and the squared distances and places of the neighbours. */
export function searchBlockSizes({ count, width, neighbours }: IndexShape): number[] {
  const slots = SEARCH_QUERIES * neighbours;
  return [8 * count * width, 8 * SEARCH_QUERIES * width, 8 * slots, 4 * slots];
}

/** Returns the call that gives the kernel the addresses of the blocks of searchBlockSizes. */
export function pointLayout({ count, width }: PointsShape, [points, queries, squares, places]: readonly number[]): KernelCall {
  return { name: "setPointLayout", args: [count, width, points, queries, squares, places] };
}

/** Builds the index of points in a kernel whose first blocks are those of searchBlockSizes. */
export function buildInKernel(
  { exports, buffer, addresses, callParts }: SharedKernel<SearchExports>,
  size: IndexShape,
  write: WritePoints,
): Omit<NeighbourIndex, "axes"> {
  const views = searchViews(buffer, addresses, size);
  write(views.points.values);
  exports.build();
  return {
    ...views,
    search: (neighbours, queryCount) => callParts("search", Math.ceil(queryCount / QUERY_BATCH), neighbours, queryCount),
  };
}

function searchViews(buffer: SharedArrayBuffer, [points, queries, squares, places]: readonly number[], size: IndexShape) {
  const slots = SEARCH_QUERIES * size.neighbours;
  return {
    points: { count: size.count, width: size.width, values: new Float64Array(buffer, points, size.count * size.width) },
    queries: new Float64Array(buffer, queries, SEARCH_QUERIES * size.width),
    squares: new Float64Array(buffer, squares, slots),
    places: new Int32Array(buffer, places, slots),
  };
}

export interface IndexShape extends PointsShape {
  /** Most neighbours that are searched for around a query, at most as many as there are points. */
  neighbours: number;
}

export interface NeighbourIndex {
  /** Points in the order of the leaves. */
  points: Points;
  /** Axes one after the other; empty if points are compared along their own columns. */
  axes: Float64Array;
  /** Room for the numbers of SEARCH_QUERIES queries, one after the other. */
  queries: Float64Array;
  /** Finds `neighbours` points, at most those of the index's shape, around each of the first `queryCount` queries. */
  search(neighbours: number, queryCount: number): void;
  /** Squared distances and places of the points found last, query by query, nearest first. */
  squares: Float64Array;
  places: Int32Array;
}

/** Writes points one after the other. */
export type WritePoints = (into: Float64Array) => void;
