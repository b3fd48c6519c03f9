import { roundUp } from "../round-up.js";
import code from "../wasm/brute-force.js";
import { createSharedKernel } from "../wasm/shared-kernel.js";
import {
  buildInKernel,
  type IndexShape,
  type NeighbourIndex,
  pointLayout,
  QUERY_BATCH,
  SEARCH_QUERIES,
  type SearchExports,
  searchBlockSizes,
  type WritePoints,
} from "./neighbour-index.js";

/** Points in a leaf, and columns of a stretch, the same as in assembly/brute-force.ts. */
const LEAF_POINTS = 16;
const COLUMNS_PER_STRETCH = 64;
/** Points that are compared with each query of a batch before any is measured. */
const FIRST_POINTS = 2048;
/** Bytes for the groups of points: a multiple of 32 groups, at least as many as neighbours. */
const groupBytes = (neighbours: number) => 4 * roundUp(neighbours, 32);

/**
 * Creates an index that compares a query with all points. `write` writes the points one after the other. Memory: the points at 8
 * bytes a number, and again at 2 bytes.
 */
export function bruteForceIndex(size: IndexShape, write: WritePoints): NeighbourIndex {
  const quantisedBytes = 8 * Math.ceil(size.width / 4) + 4 * Math.ceil(size.width / COLUMNS_PER_STRETCH);
  const leaves = roundUp(size.count, LEAF_POINTS) * quantisedBytes;
  const common = [...searchBlockSizes(size), leaves, SEARCH_QUERIES * quantisedBytes, 4 * SEARCH_QUERIES];
  const firstLeaves = Math.ceil(Math.min(size.count, Math.max(FIRST_POINTS, size.neighbours)) / LEAF_POINTS);
  const own = [4 * QUERY_BATCH * firstLeaves * LEAF_POINTS, groupBytes(size.neighbours)];
  const kernel = createSharedKernel<SearchExports>(code, { common, own }, (addresses, ownAddresses) => {
    const [leavesAt, quantised, limits] = addresses.slice(-3);
    return [
      pointLayout(size, addresses),
      { name: "setLayout", args: [leavesAt, quantised, quantisedBytes, limits] },
      { name: "setFirstLeaves", args: [firstLeaves, ...ownAddresses] },
    ];
  });
  return { ...buildInKernel(kernel, size, write), axes: new Float64Array(0) };
}
