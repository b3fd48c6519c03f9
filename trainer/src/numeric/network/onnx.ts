import type { OnnxGraph, Value } from "../../onnx/graph.js";
import { MAX_INPUT, type Network } from "./network.js";
import { shapeOf } from "./shape.js";

/** Expresses a network's outputs for the encoder's output as ONNX operators: n × outputs. */
export function networkToOnnx({ widths, parameters }: Network, graph: OnnxGraph, features: Value): Value {
  const { layers } = shapeOf(widths);
  let value = graph.clip(features, MAX_INPUT);
  for (const [l, { inputs, weights, biases }] of layers.entries()) {
    const [from, to] = [widths[l], widths[l + 1]];
    const matrix = Float64Array.from({ length: from * to }, (_, k) => parameters[weights + (k % to) * inputs + Math.floor(k / to)]);
    const product = graph.node("MatMul", [value, graph.doubles(matrix, [from, to])]);
    value = graph.node("Add", [product, graph.doubles(parameters.subarray(biases, biases + to), [1, to])]);
    if (l < layers.length - 1) value = graph.node("Max", [value, graph.doubles([0])]);
  }
  return value;
}
