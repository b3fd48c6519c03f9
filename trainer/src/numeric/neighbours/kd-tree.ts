/**
 * k-d tree (Friedman, Bentley and Finkel 1977). Points are halved recursively along their widest axis, and each node has the
 * bounding box of its points. The halves are consecutive, so a node is a run of leaves and needs no more than its number. The
 * axes are the principal axes (./build-index.ts). Distances stay the same, boxes are tighter, and the first few axes separate
 * most points. The tree lies in the memory of the WebAssembly kernel that searches it (assembly/kd-tree.ts).
 *
 * Memory: the points at 8 bytes a number, and again at 4 bytes with an eighth of that for boxes, or as in ./brute-force.ts.
 */
import type { Matrix } from "../matrix.js";
import { type Points, pointsOf, writePoints } from "../points.js";
import { roundUp } from "../round-up.js";
import code from "../wasm/kd-tree.js";
import { createSharedKernel } from "../wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { bruteForceIndex } from "./brute-force.js";
import {
  buildInKernel,
  type IndexShape,
  type NeighbourIndex,
  pointLayout,
  type SearchExports,
  searchBlockSizes,
  type WritePoints,
} from "./neighbour-index.js";
import { quickselect } from "./quickselect.js";

/**
 * Most columns for which points without axes get a tree. With more columns a search could skip hardly any box, so it compares all
 * points.
 */
export const MAX_KD_TREE_COLUMNS = 15;
/** Points in a leaf, the same as in assembly/kd-tree.ts. */
const LEAF_POINTS = 16;
/** Numbers are clipped to this, so that no squared distance overflows. */
const MAX_MAGNITUDE = 1e150;

/** Returns rows as points, with infinite and huge numbers clipped so that distances stay finite. */
export function clippedPoints(x: Matrix): Points {
  return pointsOf(x, MAX_MAGNITUDE);
}

/** Returns a function that writes the same points. */
export function writeClippedPoints(x: Matrix): WritePoints {
  return (into) => writePoints(x, into, MAX_MAGNITUDE);
}

/** Returns the order of the leaves: place i of the tree holds point `order[i]`. */
export async function kdTreeOrder(points: Points, yieldToEventLoop: YieldToEventLoop): Promise<Int32Array> {
  const order = Int32Array.from({ length: points.count }, (_, i) => i);
  const keys = new Float64Array(points.count);
  const open = [{ first: 0, last: Math.ceil(points.count / LEAF_POINTS) }];
  for (let node = open.pop(); node; node = open.pop()) {
    const { first, last } = node;
    if (last - first < 2) continue;
    const middle = (first + last) >> 1;
    const rows = order.subarray(first * LEAF_POINTS, last * LEAF_POINTS);
    const column = widestColumn(points, rows);
    for (let i = 0; i < rows.length; i++) keys[i] = points.values[rows[i] * points.width + column];
    quickselect(keys.subarray(0, rows.length), rows, (middle - first) * LEAF_POINTS);
    open.push({ first: middle, last }, { first, last: middle });
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  return order;
}

/** Returns a function that writes the points in the given order, row by row. */
export function writePermuted({ width, values }: Points, order: Int32Array): WritePoints {
  return (into) => {
    for (let at = 0; at < order.length; at++) {
      const from = order[at] * width;
      for (let j = 0; j < width; j++) into[at * width + j] = values[from + j];
    }
  };
}

/** Creates an index of points; `write` writes them in the order of the leaves. */
export function createIndex(size: IndexShape, write: WritePoints, axes: Float64Array = new Float64Array(0)): NeighbourIndex {
  if (axes.length === 0 && size.width > MAX_KD_TREE_COLUMNS) return bruteForceIndex(size, write);
  const { count, width, neighbours } = size;
  const leafCount = Math.ceil(count / LEAF_POINTS);
  const nodes = 2 ** (Math.ceil(Math.log2(Math.max(1, leafCount))) + 1) - 1;
  const side = 4 * roundUp(width, 4);
  const common = [...searchBlockSizes(size), 4 * leafCount * LEAF_POINTS * width, 2 * nodes * side, axes.byteLength];
  const own = [side, 8 * neighbours, 16];
  const kernel = createSharedKernel<SearchExports>(code, { common, own }, (addresses, ownAddresses) => {
    const [leaves, boxes, basis] = addresses.slice(-3);
    return [pointLayout(size, addresses), { name: "setLayout", args: [leaves, boxes, axes.length > 0 ? basis : 0, ...ownAddresses] }];
  });
  const basisAt = kernel.addresses.at(-1);
  new Float64Array(kernel.buffer, basisAt, axes.length).set(axes);
  return { ...buildInKernel(kernel, size, write), axes };
}

function widestColumn({ width, values }: Points, rows: Int32Array): number {
  let widest = 0;
  let extent = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < width; j++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < rows.length; i++) {
      const value = values[rows[i] * width + j];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > extent) {
      extent = high - low;
      widest = j;
    }
  }
  return widest;
}
