import type { OnnxGraph, Value } from "../../onnx/graph.js";
import type { LayerOutput, LayersGraph } from "../../tensorflow/layers-graph.js";
import { clip } from "../clip.js";
import { MAX_MAGNITUDE } from "../linear-algebra/check-finite.js";
import { multiplyByVectors, subtractCenter } from "../linear-algebra/onnx.js";
import { addScaledColumns } from "../linear-algebra/vectors.js";
import type { Matrix } from "../matrix.js";

/** A change of basis for rows: coordinate c of row x is direction c · (x − center). */
export interface Basis {
  center: Float64Array;
  /** Directions one after the other, a number for each column. */
  directions: Float64Array;
}

/** Rows whose columns stay in the processor's cache. */
const BLOCK_ROWS = 512;

/** Returns the rows' coordinates. Numbers are clipped to MAX_MAGNITUDE. */
export function rotate({ center, directions }: Basis, x: Matrix): Matrix {
  const width = center.length;
  const columns = Array.from({ length: directions.length / width }, () => new Float64Array(x.nrow));
  const centred = Array.from({ length: width }, () => new Float64Array(BLOCK_ROWS));
  for (let from = 0; from < x.nrow; from += BLOCK_ROWS) {
    const count = Math.min(BLOCK_ROWS, x.nrow - from);
    centred.forEach((into, j) => {
      const column = x.columns[j];
      for (let i = 0; i < count; i++) into[i] = clip(column[from + i], MAX_MAGNITUDE) - center[j];
    });
    columns.forEach((into, c) => {
      addScaledColumns(into.subarray(from, from + count), directions.subarray(c * width, (c + 1) * width), centred);
    });
  }
  return { nrow: x.nrow, ncol: columns.length, columns };
}

/** Does the same for the encoder's output as ONNX operators: n × directions. */
export function rotationToOnnx({ center, directions }: Basis, graph: OnnxGraph, features: Value): Value {
  return multiplyByVectors(graph, subtractCenter(graph, features, center), directions, center.length);
}

/** The same as a layer of TensorFlow.js. */
export function rotationToLayers({ center, directions }: Basis, graph: LayersGraph, features: LayerOutput): LayerOutput {
  const width = center.length;
  const count = directions.length / width;
  const kernel = Float32Array.from({ length: directions.length }, (_, k) => directions[(k % count) * width + Math.floor(k / count)]);
  const bias = Float32Array.from({ length: count }, (_, c) =>
    center.reduce((sum, middle, j) => sum - middle * directions[c * width + j], 0),
  );
  return graph.dense(features, { kernel, bias });
}
