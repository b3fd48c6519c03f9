import type { OnnxGraph, Value } from "../../onnx/graph.js";
import { MAX_MAGNITUDE } from "./check-finite.js";

/** Transposes rows of `width` numbers. */
function transposed(values: Float64Array, width: number): Float64Array {
  const count = values.length / width;
  return Float64Array.from({ length: values.length }, (_, at) => values[(at % count) * width + Math.floor(at / count)]);
}

/** Returns the dot product of each row with each vector: n × vectors. The vectors follow one another and are as long as the rows. */
export function multiplyByVectors(graph: OnnxGraph, rows: Value, vectors: Float64Array, width: number): Value {
  return graph.node("MatMul", [rows, graph.doubles(transposed(vectors, width), [width, vectors.length / width])]);
}

/** Returns the rows less a center. Numbers are clipped to MAX_MAGNITUDE. */
export function subtractCenter(graph: OnnxGraph, features: Value, center: Float64Array): Value {
  return graph.node("Sub", [graph.clip(features, MAX_MAGNITUDE), graph.doubles(center, [1, center.length])]);
}
