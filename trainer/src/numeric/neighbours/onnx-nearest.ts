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
  const own = graph.node("ReduceSumSquare", [features, graph.integers([1])], { keepdims: 1 });
  return graph.node("Sum", [products, own, graph.doubles(lengths, [1, count])]);
}

/** What was found of each row, the nearest first. Both n × neighbours. */
export interface Nearest {
  /** Which point, as int64. */
  places: Value;
  /** Computed anew from differences, so that a point's distance from itself is 0. */
  squares: Value;
}

/** Points looked at besides those wanted, since rough distances may be in another order. */
const SPARE = 8;

export function nearestPoints(graph: OnnxGraph, features: Value, points: Points, neighbours: number): Nearest {
  const smallest = (value: Value, count: number) =>
    graph.nodes("TopK", [value, graph.integers([count])], 2, { axis: 1, largest: 0, sorted: 1 });
  const roughly = squaredDistances(graph, features, points);
  const [, looked] = smallest(roughly, Math.min(points.count, neighbours + SPARE));
  const found = graph.node("Gather", [graph.doubles(points.values, [points.count, points.width]), looked], { axis: 0 });
  const differences = graph.node("Sub", [graph.node("Unsqueeze", [features, graph.integers([1])]), found]);
  const exact = graph.node("ReduceSumSquare", [differences, graph.integers([2])], { keepdims: 0 });
  const [squares, which] = smallest(exact, neighbours);
  return { places: graph.node("GatherElements", [looked, which], { axis: 1 }), squares };
}

/** Square of a distance that a row has from itself at the most, when both were rotated by different orders of the same sums. */
const ROUNDING = 1e-20;

/** As `OthersSearch`: where a point is at no distance, it is taken for the row itself. */
export function otherPoints(graph: OnnxGraph, features: Value, points: Points, neighbours: number): Nearest {
  const { places, squares } = nearestPoints(graph, features, points, neighbours + 1);
  const part = (value: Value, from: number, to: number) =>
    graph.node("Slice", [value, graph.integers([from]), graph.integers([to]), graph.integers([1])]);
  const isItself = graph.node("LessOrEqual", [part(squares, 0, 1), graph.doubles([ROUNDING])]);
  const chosen = (value: Value) => graph.node("Where", [isItself, part(value, 1, neighbours + 1), part(value, 0, neighbours)]);
  return { places: chosen(places), squares: chosen(squares) };
}

/** The nearest of a few points, the first one on a tie: a list of int64. */
export function nearestOf(graph: OnnxGraph, features: Value, { count, width, values }: Points): Value {
  const rows = graph.node("Unsqueeze", [features, graph.integers([1])]);
  const differences = graph.node("Sub", [rows, graph.doubles(values, [1, count, width])]);
  const distances = graph.node("ReduceSumSquare", [differences, graph.integers([2])], { keepdims: 0 });
  return graph.node("ArgMin", [distances], { axis: 1, keepdims: 0 });
}
