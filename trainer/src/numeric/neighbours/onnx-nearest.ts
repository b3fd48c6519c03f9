/** Distances between rows and the points that a model keeps, as ONNX operators. */
import type { OnnxGraph, Value } from "../../onnx/graph.js";
import type { Points } from "../points.js";

/** Returns n × points: |x|² − 2x·p + |p|², with one matrix product. Small distances have rounding errors, and may be below 0. */
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

/** Nearest points of each row, nearest first. Both n × neighbours. */
interface NearestPoints {
  /** Indices of the points, as int64. */
  indices: Value;
  /** Recomputed from differences, so that a point's distance from itself is 0. */
  squaredDistances: Value;
}

/** Candidates in addition to the requested neighbours, since approximate distances may have another order. */
const EXTRA_CANDIDATES = 8;

/**
 * Adds the nearest points of each row to the graph: their indices and squared distances, both of shape [rows, neighbours],
 * nearest first. Candidates are found by the product form of the distance, which rounds, and are then ordered by their exact
 * distances.
 */
export function nearestPoints(graph: OnnxGraph, features: Value, points: Points, neighbours: number): NearestPoints {
  const smallest = (value: Value, count: number) =>
    graph.nodes("TopK", [value, graph.int64s([count])], 2, { axis: 1, largest: 0, sorted: 1 });
  const approximate = squaredDistances(graph, features, points);
  const [, candidates] = smallest(approximate, Math.min(points.count, neighbours + EXTRA_CANDIDATES));
  const candidatePoints = graph.node("Gather", [graph.doubles(points.values, [points.count, points.width]), candidates], { axis: 0 });
  const differences = graph.node("Sub", [graph.node("Unsqueeze", [features, graph.int64s([1])]), candidatePoints]);
  const exact = graph.node("ReduceSumSquare", [differences, graph.int64s([2])], { keepdims: 0 });
  const [squares, order] = smallest(exact, neighbours);
  return { indices: graph.node("GatherElements", [candidates, order], { axis: 1 }), squaredDistances: squares };
}

/** Largest squared distance of a row from itself, when two rotations sum in different orders. */
const SELF_DISTANCE_TOLERANCE = 1e-20;

/** Does the same as `SelfExcludingSearch`: a point at distance 0 counts as the row itself. */
export function nearestOtherPoints(graph: OnnxGraph, features: Value, points: Points, neighbours: number): NearestPoints {
  const { indices, squaredDistances } = nearestPoints(graph, features, points, neighbours + 1);
  const part = (value: Value, from: number, to: number) =>
    graph.node("Slice", [value, graph.int64s([from]), graph.int64s([to]), graph.int64s([1])]);
  const isItself = graph.node("LessOrEqual", [part(squaredDistances, 0, 1), graph.doubles([SELF_DISTANCE_TOLERANCE])]);
  const chosen = (value: Value) => graph.node("Where", [isItself, part(value, 1, neighbours + 1), part(value, 0, neighbours)]);
  return { indices: chosen(indices), squaredDistances: chosen(squaredDistances) };
}

/** Returns the index of the nearest of a few points for each row, the first one on a tie: a list of int64. */
export function nearestPointIndex(graph: OnnxGraph, features: Value, { count, width, values }: Points): Value {
  const rows = graph.node("Unsqueeze", [features, graph.int64s([1])]);
  const differences = graph.node("Sub", [rows, graph.doubles(values, [1, count, width])]);
  const distances = graph.node("ReduceSumSquare", [differences, graph.int64s([2])], { keepdims: 0 });
  return graph.node("ArgMin", [distances], { axis: 1, keepdims: 0 });
}
