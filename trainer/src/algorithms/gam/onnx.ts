import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import { type AdditiveModel, MAX_LOGIT } from "./additive-model.js";
import { REACH, type Spline, VALUES_PER_KNOT } from "./spline.js";

/** Expresses sums of splines as ONNX operators. Each spline is looked up as the cubic between the two knots around the value. */
export function additiveToOnnx(model: AdditiveModel, graph: OnnxGraph, features: Value): OnnxPrediction {
  // A single class has probability 1 for any columns. The zeros keep the number of rows.
  const nothing = graph.node("ReduceSum", [graph.node("Mul", [features, graph.doubles([0])]), graph.int64s([1])], { keepdims: 1 });
  if (model.classes.length === 1) {
    const only = Float64Array.from({ length: model.labels }, (_, label) => (label === model.classes[0] ? 1 : 0));
    return { probabilities: graph.node("Add", [nothing, graph.doubles(only, [1, model.labels])]) };
  }
  const outputs = model.intercepts.length;
  const stride = model.curves.length / outputs;
  let at = 0;
  let sums = graph.node("Add", [nothing, graph.doubles(model.intercepts, [1, outputs])]);
  for (const spline of model.splines) {
    const size = VALUES_PER_KNOT * spline.knots.length;
    const curves = Array.from({ length: outputs }, (_, k) => model.curves.subarray(k * stride + at, k * stride + at + size));
    sums = graph.node("Add", [sums, splineToOnnx(spline, curves, graph, features)]);
    at += size;
  }
  return model.labels === 0 ? { values: sums } : { probabilities: probabilitiesToOnnx(model, graph, sums) };
}

/** Returns a cubic between two knots, and a straight line of length REACH, then a constant, at either end: n × curves. */
function splineToOnnx({ column, low, range, knots }: Spline, curves: readonly Float64Array[], graph: OnnxGraph, features: Value): Value {
  const value = graph.node("Gather", [features, graph.int64s([column])], { axis: 1 });
  const unbounded = graph.node("Div", [graph.node("Sub", [value, graph.doubles([low])]), graph.doubles([range])]);
  const place = graph.node("Min", [graph.node("Max", [unbounded, graph.doubles([-REACH])]), graph.doubles([1 + REACH])]);
  const passed = graph.cast(graph.node("Greater", [place, graph.doubles(knots, [1, knots.length])]), "double");
  const piece = graph.cast(graph.node("ReduceSum", [passed, graph.int64s([1])], { keepdims: 0 }), "int64");
  const pieces = curves.map((curve) => cubicPieces(knots, curve));
  const looked = (of: (piece: CubicPiece) => number): Value => {
    const rows = knots.length + 1;
    const numbers = Float64Array.from({ length: rows * curves.length }, (_, i) =>
      of(pieces[i % curves.length][Math.floor(i / curves.length)]),
    );
    return graph.node("Gather", [graph.doubles(numbers, [rows, curves.length]), piece], { axis: 0 });
  };
  const along = graph.node("Sub", [place, looked(({ from }) => from)]);
  const next = (sum: Value, of: (piece: CubicPiece) => number) => graph.node("Add", [graph.node("Mul", [sum, along]), looked(of)]);
  return [2, 1, 0].reduce(
    (sum, power) => next(sum, ({ powers }) => powers[power]),
    looked(({ powers }) => powers[3]),
  );
}

interface CubicPiece {
  from: number;
  /** Coefficients of the powers of (place − from), the constant first. */
  powers: readonly [number, number, number, number];
}

function cubicPieces(knots: Float64Array, curve: Float64Array): CubicPiece[] {
  const last = knots.length - 1;
  const value = (m: number) => curve[VALUES_PER_KNOT * m];
  const second = (m: number) => curve[VALUES_PER_KNOT * m + 1];
  const between = Array.from({ length: last }, (_, m): CubicPiece => {
    const h = knots[m + 1] - knots[m];
    const slope = (value(m + 1) - value(m)) / h - (h * (2 * second(m) + second(m + 1))) / 6;
    return { from: knots[m], powers: [value(m), slope, second(m) / 2, (second(m + 1) - second(m)) / (6 * h)] };
  });
  const h = knots[last] - knots[last - 1];
  const endSlope = (value(last) - value(last - 1)) / h + (h * (second(last - 1) + 2 * second(last))) / 6;
  return [
    { from: knots[0], powers: [value(0), between[0].powers[1], 0, 0] },
    ...between,
    { from: knots[last], powers: [value(last), endSlope, 0, 0] },
  ];
}

/** Returns the probability of each class against the others, normalised to a sum of 1. */
function probabilitiesToOnnx({ labels, classes }: AdditiveModel, graph: OnnxGraph, logits: Value): Value {
  const shares = graph.node("Sigmoid", [graph.clip(logits, MAX_LOGIT)]);
  const outputs = classes.length === 2 ? 1 : classes.length;
  // Two classes have one output, the second class's probability. The first class gets 1 less it.
  const places = new Float64Array(outputs * labels);
  const alone = new Float64Array(labels);
  if (classes.length === 2) {
    places[classes[0]] = -1;
    places[classes[1]] = 1;
    alone[classes[0]] = 1;
  } else for (const [k, label] of classes.entries()) places[k * labels + label] = 1;
  const placed = graph.node("Add", [
    graph.node("MatMul", [shares, graph.doubles(places, [outputs, labels])]),
    graph.doubles(alone, [1, labels]),
  ]);
  if (classes.length === 2) return placed;
  return graph.node("Div", [placed, graph.node("ReduceSum", [placed, graph.int64s([1])], { keepdims: 1 })]);
}
