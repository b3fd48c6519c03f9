import type { PointsShape } from "../points.js";
import { roundUp } from "../round-up.js";
import code from "../wasm/brute-force.js";
import { instantiateWasm } from "../wasm/instantiate.js";
import {
  type NeighbourIndex,
  QUERY_BATCH,
  type SearchExports,
  searchBlockSizes,
  searchViews,
  type WritePoints,
} from "./neighbour-index.js";

/** Exports of assembly/brute-force.ts, described there. */
interface WasmExports extends SearchExports {
  setLayout(leaves: number, quantised: number, quantisedBytes: number, limits: number): void;
  build(): void;
  search(neighbours: number, queryCount: number): void;
}

/** Points in a leaf, and columns of a stretch, the same as in assembly/brute-force.ts. */
const LEAF_POINTS = 16;
const COLUMNS_PER_STRETCH = 64;

/**
 * Creates an index that compares a query with all points. `write` writes the points one after the other. Memory: the points at 8
 * bytes a number, and again at 2 bytes.
 */
export function bruteForceIndex(size: PointsShape, write: WritePoints): NeighbourIndex {
  const quantisedBytes = 8 * Math.ceil(size.width / 4) + 4 * Math.ceil(size.width / COLUMNS_PER_STRETCH);
  const leaves = roundUp(size.count, LEAF_POINTS) * quantisedBytes;
  const { exports, buffer, addresses } = instantiateWasm<WasmExports>(code, [
    ...searchBlockSizes(size),
    leaves,
    QUERY_BATCH * quantisedBytes,
    4 * QUERY_BATCH,
  ]);
  const [points, queries, squares, places, leavesAt, quantised, limits] = addresses;
  const views = searchViews(buffer, addresses, size);
  write(views.points.values);
  exports.setPointLayout(size.count, size.width, points, queries, squares, places);
  exports.setLayout(leavesAt, quantised, quantisedBytes, limits);
  exports.build();
  return { ...views, axes: new Float64Array(0), search: exports.search };
}
