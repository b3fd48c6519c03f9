/** Distances between rows and the points that a model keeps, as operators of ONNX. */

import type { OnnxGraph, Value } from "../../onnx/graph.js";
import type { Points } from "../points.js";

/** n × points: |x|² − 2x·p + |p|² in one product of matrices; small ones are off by rounding, and may be below 0. */
export function squaredDistances(graph: OnnxGraph, features: Value, { count, width, values }: Points): Value {
  const across = new Float64Array(values.length);
  const lengths = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < width; j++) {
      across[j * count + i] = -2 * values[i * width + j];
      lengths[i] += values[i * width + j] ** 2;
    }
  }
  const products = graph.node("MatMul", [features, graph.doubles(across, [width, count])]);
  const own = graph.node("ReduceSumSquare", [features, graph.int64s([1])], { keepdims: 1 });
  return graph.node("Sum", [products, own, graph.doubles(lengths, [1, count])]);
}

/** What was found of each row, the nearest first. Both n × neighbours. */
export interface NearestPoints {
  /** Which point, as int64. */
  indices: Value;
  /** Computed anew from differences, so that a point's distance from itself is 0. */
  squaredDistances: Value;
}

/** Points looked at besides those wanted, since rough distances may be in another order. */
const EXTRA_CANDIDATES = 8;

export function nearestPoints(graph: OnnxGraph, features: Value, points: Points, neighbours: number): NearestPoints {
  const smallest = (value: Value, count: number) =>
    graph.nodes("TopK", [value, graph.int64s([count])], 2, { axis: 1, largest: 0, sorted: 1 });
  const roughly = squaredDistances(graph, features, points);
  const [, looked] = smallest(roughly, Math.min(points.count, neighbours + EXTRA_CANDIDATES));
  const found = graph.node("Gather", [graph.doubles(points.values, [points.count, points.width]), looked], { axis: 0 });
  const differences = graph.node("Sub", [graph.node("Unsqueeze", [features, graph.int64s([1])]), found]);
  const exact = graph.node("ReduceSumSquare", [differences, graph.int64s([2])], { keepdims: 0 });
  const [squares, which] = smallest(exact, neighbours);
  return { indices: graph.node("GatherElements", [looked, which], { axis: 1 }), squaredDistances: squares };
}

/** Square of a distance that a row has from itself at the most, when both were rotated by different orders of the same sums. */
const SELF_DISTANCE_TOLERANCE = 1e-20;

/** As `OthersSearch`: where a point is at no distance, it is taken for the row itself. */
export function nearestOtherPoints(graph: OnnxGraph, features: Value, points: Points, neighbours: number): NearestPoints {
  const { indices, squaredDistances } = nearestPoints(graph, features, points, neighbours + 1);
  const part = (value: Value, from: number, to: number) =>
    graph.node("Slice", [value, graph.int64s([from]), graph.int64s([to]), graph.int64s([1])]);
  const isItself = graph.node("LessOrEqual", [part(squaredDistances, 0, 1), graph.doubles([SELF_DISTANCE_TOLERANCE])]);
  const chosen = (value: Value) => graph.node("Where", [isItself, part(value, 1, neighbours + 1), part(value, 0, neighbours)]);
  return { indices: chosen(indices), squaredDistances: chosen(squaredDistances) };
}

/** The nearest of a few points, the first one on a tie: a list of int64. */
export function nearestPointIndex(graph: OnnxGraph, features: Value, { count, width, values }: Points): Value {
  const rows = graph.node("Unsqueeze", [features, graph.int64s([1])]);
  const differences = graph.node("Sub", [rows, graph.doubles(values, [1, count, width])]);
  const distances = graph.node("ReduceSumSquare", [differences, graph.int64s([2])], { keepdims: 0 });
  return graph.node("ArgMin", [distances], { axis: 1, keepdims: 0 });
}
