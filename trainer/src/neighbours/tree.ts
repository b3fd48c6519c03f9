/**
 * A k-d tree (Friedman, Bentley and Finkel 1977): points halved again and again at the median of their widest column, each
 * node with the box that its points fill. The halves lie beside each other, so that a node is a run of points and needs no
 * more than its number: the children of node i are 2i + 1 and 2i + 2. Memory: a copy of the points, and two points a node.
 */
import type { Matrix } from "../algorithms/algorithm.js";
import { type Points, pointsOf } from "../algorithms/k-means/points.js";
import type { Pace } from "../algorithms/pace.js";
import { putMedianInPlace } from "./median.js";

export interface Tree {
  /** In the order of the leaves. */
  points: Points;
  /** Halvings from the root to each leaf. */
  levels: number;
  /** Least and greatest number of each column, node by node. */
  low: Float64Array;
  high: Float64Array;
}

/** Points at which a scan is faster than more nodes. */
const LEAF = 16;
/** Numbers beyond this count as this, so that no squared distance overflows. */
const FURTHEST = 1e150;

/** Rows as points, infinite and huge numbers brought to where distances can still be computed. */
export function placesOf(x: Matrix): Points {
  const points = pointsOf(x);
  const { values } = points;
  for (let at = 0; at < values.length; at++) {
    if (values[at] > FURTHEST) values[at] = FURTHEST;
    else if (values[at] < -FURTHEST) values[at] = -FURTHEST;
  }
  return points;
}

/** The order of the leaves: the point at place i of the tree is number `order[i]` of those given. */
export async function orderByHalving(points: Points, pace: Pace): Promise<Int32Array> {
  const order = Int32Array.from({ length: points.count }, (_, i) => i);
  const levels = levelsFor(points.count);
  const open = [{ start: 0, end: points.count, level: 0 }];
  for (let node = open.pop(); node; node = open.pop()) {
    const { start, end, level } = node;
    if (level === levels) continue;
    const middle = (start + end) >> 1;
    const column = widestColumn(points, order.subarray(start, end));
    const keys = Float64Array.from(order.subarray(start, end), (i) => points.values[i * points.width + column]);
    putMedianInPlace(keys, order.subarray(start, end), middle - start);
    open.push({ start: middle, end, level: level + 1 }, { start, end: middle, level: level + 1 });
    if (pace.due()) await pace.rest(0);
  }
  return order;
}

export function inOrder({ width, values }: Points, order: Int32Array): Points {
  const sorted = new Float64Array(order.length * width);
  order.forEach((i, at) => {
    sorted.set(values.subarray(i * width, (i + 1) * width), at * width);
  });
  return { count: order.length, width, values: sorted };
}

/** The tree of points that are in the order of its leaves already. */
export function treeOf(points: Points): Tree {
  const levels = levelsFor(points.count);
  const nodes = 2 ** (levels + 1) - 1;
  const tree = { points, levels, low: new Float64Array(nodes * points.width), high: new Float64Array(nodes * points.width) };
  fillBox(tree, { number: 0, level: 0, start: 0, end: points.count });
  return tree;
}

function levelsFor(count: number): number {
  return Math.max(0, Math.ceil(Math.log2(count / LEAF)));
}

function fillBox(tree: Tree, { number, level, start, end }: { number: number; level: number; start: number; end: number }): void {
  const { points, levels, low, high } = tree;
  const { width, values } = points;
  const own = number * width;
  low.fill(Number.POSITIVE_INFINITY, own, own + width);
  high.fill(Number.NEGATIVE_INFINITY, own, own + width);
  const widen = (lows: Float64Array, highs: Float64Array, at: number) => {
    for (let j = 0; j < width; j++) {
      low[own + j] = Math.min(low[own + j], lows[at + j]);
      high[own + j] = Math.max(high[own + j], highs[at + j]);
    }
  };
  if (level === levels) {
    for (let i = start; i < end; i++) widen(values, values, i * width);
    return;
  }
  const middle = (start + end) >> 1;
  fillBox(tree, { number: 2 * number + 1, level: level + 1, start, end: middle });
  fillBox(tree, { number: 2 * number + 2, level: level + 1, start: middle, end });
  widen(low, high, (2 * number + 1) * width);
  widen(low, high, (2 * number + 2) * width);
}

function widestColumn({ width, values }: Points, rows: Int32Array): number {
  const low = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < rows.length; i++) {
    const from = rows[i] * width;
    for (let j = 0; j < width; j++) {
      const value = values[from + j];
      if (value < low[j]) low[j] = value;
      if (value > high[j]) high[j] = value;
    }
  }
  let widest = 0;
  for (let j = 1; j < width; j++) if (high[j] - low[j] > high[widest] - low[widest]) widest = j;
  return widest;
}
