import type { OnnxGraph, Value } from "../../onnx/graph.js";
import { MAX_MAGNITUDE } from "./check-finite.js";

/** Rows of `width` numbers each as columns. */
export function transposed(values: Float64Array, width: number): Float64Array {
  const count = values.length / width;
  return Float64Array.from({ length: values.length }, (_, at) => values[(at % count) * width + Math.floor(at / count)]);
}

/** The products of each row with each of some vectors, which lie one after the other and are as long as the rows: n × vectors. */
export function multiplyByVectors(graph: OnnxGraph, rows: Value, vectors: Float64Array, width: number): Value {
  return graph.node("MatMul", [rows, graph.doubles(transposed(vectors, width), [width, vectors.length / width])]);
}

/** What the rows are beyond a centre. Numbers count as the furthest that can be learned from at the most. */
export function subtractCenter(graph: OnnxGraph, features: Value, center: Float64Array): Value {
  return graph.node("Sub", [graph.clip(features, MAX_MAGNITUDE), graph.doubles(center, [1, center.length])]);
}
