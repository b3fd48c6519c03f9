import type { OnnxGraph, Value } from "../../onnx/graph.js";

/**
 * Does the same as `pairwiseCoupling`: n × classes, from the probability of the first class of each pair (0 and 1, 0 and 2, …), n
 * × pairs. ONNX cannot solve linear systems, so the graph eliminates class by class, for all rows at once.
 */
export function pairwiseCouplingToOnnx(graph: OnnxGraph, firsts: Value, classes: number): Value {
  const all = graph.int64s([-1]);
  const matrix = systemOf(graph, pairwiseOf(graph, firsts, classes), classes);
  const ones = graph.node("Add", [graph.node("Mul", [firstAlong(graph, matrix, 2), graph.doubles([0])]), graph.doubles([1])]);
  let rest = graph.node("Concat", [matrix, ones], { axis: 2 });
  for (let a = 0; a < classes; a++) {
    // Gauss-Jordan step: row a is divided by its pivot, and the column becomes 0 in the other rows. The column is then dropped.
    const row = graph.node("Gather", [rest, graph.int64s([a])], { axis: 1 });
    const scaled = graph.node("Div", [withoutFirst(graph, row), firstAlong(graph, row, 2)]);
    const isRow = graph.doubles(
      Float64Array.from({ length: classes }, (_, b) => Number(b === a)),
      [1, classes, 1],
    );
    const factors = graph.node("Sub", [firstAlong(graph, rest, 2), isRow]);
    rest = graph.node("Sub", [withoutFirst(graph, rest), graph.node("Mul", [factors, scaled])]);
  }
  const shares = graph.node("Max", [graph.node("Squeeze", [rest, graph.int64s([2])]), graph.doubles([0])]);
  return graph.node("Div", [shares, graph.node("ReduceSum", [shares, all], { keepdims: 1 })]);
}

function firstAlong(graph: OnnxGraph, value: Value, axis: number): Value {
  return graph.node("Gather", [value, graph.int64s([0])], { axis });
}

/** Drops the first column. */
function withoutFirst(graph: OnnxGraph, value: Value): Value {
  const [from, to, axis] = [1, 2 ** 31 - 1, 2].map((number) => graph.int64s([number]));
  return graph.node("Slice", [value, from, to, axis]);
}

/** Returns n × classes × classes: the probability of one class given that it is this or the other; 0 for a class and itself. */
function pairwiseOf(graph: OnnxGraph, firsts: Value, classes: number): Value {
  const pairs = (classes * (classes - 1)) / 2;
  const places: number[] = new Array(classes * classes).fill(0);
  let pair = 0;
  for (let a = 0; a < classes; a++) {
    for (let b = a + 1; b < classes; b++, pair++) {
      places[a * classes + b] = pair;
      places[b * classes + a] = pairs + pair;
    }
  }
  const seconds = graph.node("Sub", [graph.doubles([1]), firsts]);
  const both = graph.node("Gather", [graph.node("Concat", [firsts, seconds], { axis: 1 }), graph.int64s(places)], { axis: 1 });
  const square = graph.node("Reshape", [both, graph.int64s([-1, classes, classes])]);
  return graph.node("Mul", [square, diagonal(graph, classes, { on: 0, off: 1 })]);
}

function diagonal(graph: OnnxGraph, classes: number, { on, off }: { on: number; off: number }): Value {
  const values = Float64Array.from({ length: classes * classes }, (_, at) => (at % (classes + 1) === 0 ? on : off));
  return graph.doubles(values, [1, classes, classes]);
}

/** Returns Q + 11' of `pairwiseCoupling`. */
function systemOf(graph: OnnxGraph, pairwise: Value, classes: number): Value {
  const squares = graph.node("ReduceSumSquare", [pairwise, graph.int64s([1])], { keepdims: 1 });
  const own = graph.node("Mul", [squares, diagonal(graph, classes, { on: 1, off: 0 })]);
  const products = graph.node("Mul", [pairwise, graph.node("Transpose", [pairwise], { perm: [0, 2, 1] })]);
  return graph.node("Add", [graph.node("Sub", [own, products]), graph.doubles([1])]);
}
