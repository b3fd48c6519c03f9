import type { Size } from "../points.js";
import code from "../wasm/all-points.js";
import { instantiate } from "../wasm/instantiate.js";
import { type FoundExports, foundSizes, foundViews, QUERIES, type Tree, type WritePoints } from "./found.js";

/** What assembly/all-points.ts exports; see there. */
interface Exports extends FoundExports {
  layOut(leaves: number, wholes: number, wholeBytes: number, limits: number): void;
  build(): void;
  find(neighbours: number, asked: number): void;
}

/** Points in a leaf, and columns of a stretch, as in assembly/all-points.ts. */
const LEAF = 16;
const STRETCH = 64;

/**
 * Points of which all are looked at; `write` puts them one after the other. Memory: the points at 8 bytes a number, and again
 * at 2 bytes.
 */
export function allPointsOf(size: Size, write: WritePoints): Tree {
  const wholeBytes = 8 * Math.ceil(size.width / 4) + 4 * Math.ceil(size.width / STRETCH);
  const leaves = Math.ceil(size.count / LEAF) * LEAF * wholeBytes;
  const { exports, buffer, addresses } = instantiate<Exports>(code, [...foundSizes(size), leaves, QUERIES * wholeBytes, 4 * QUERIES]);
  const [points, queries, squares, places, leavesAt, wholes, limits] = addresses;
  const views = foundViews(buffer, addresses, size);
  write(views.points.values);
  exports.layOutPoints(size.count, size.width, points, queries, squares, places);
  exports.layOut(leavesAt, wholes, wholeBytes, limits);
  exports.build();
  return { ...views, axes: new Float64Array(0), find: exports.find };
}
