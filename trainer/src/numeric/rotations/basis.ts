import type { OnnxGraph, Value } from "../../onnx/graph.js";
import type { LayerOutput, LayersGraph } from "../../tensorflow/layers-graph.js";
import { MAX_MAGNITUDE } from "../linear-algebra/check-finite.js";
import { multiplyByVectors, subtractCenter } from "../linear-algebra/onnx.js";
import type { Matrix } from "../matrix.js";
import code from "../wasm/rotation.js";
import { columnBytes, predictionRows, RowBlock } from "../wasm/row-block.js";
import { createSharedKernel, type SharedKernel } from "../wasm/shared-kernel.js";

/** Bytes of a number for each of four rows. */
const PANEL_BYTES = 32;

/** A change of basis for rows: coordinate c of row x is direction c · (x − center). */
export interface Basis {
  center: Float64Array;
  /** Directions one after the other, a number for each column. */
  directions: Float64Array;
}

/** Exports of assembly/rotation.ts, described there. */
interface WasmExports {
  rotate(part: number, partRows: number, from: number, to: number, stride: number): void;
}

/** Returns a function that computes the coordinates of rows. Numbers are clipped to MAX_MAGNITUDE. */
export function rotationTo(basis: Basis): (x: Matrix) => Matrix {
  const width = basis.center.length;
  const count = basis.directions.length / width;
  let kernel: RotationKernel | undefined;
  return (x) => {
    kernel ??= createKernel(basis);
    const { rows, block, buffer, coordinatesAt, callParts } = kernel;
    const columns = Array.from({ length: count }, () => new Float64Array(x.nrow));
    for (let from = 0; from < x.nrow; from += rows) {
      const to = Math.min(from + rows, x.nrow);
      const parts = block.load(x, from, to);
      callParts("rotate", ...parts);
      const stride = parts[4];
      columns.forEach((column, c) => void column.set(new Float64Array(buffer, coordinatesAt + c * stride, to - from), from));
    }
    return { nrow: x.nrow, ncol: count, columns };
  };
}

interface RotationKernel extends Pick<SharedKernel<WasmExports>, "buffer" | "callParts"> {
  /** Capacity in rows. */
  rows: number;
  block: RowBlock;
  coordinatesAt: number;
}

function createKernel({ center, directions }: Basis): RotationKernel {
  const width = center.length;
  const count = directions.length / width;
  const rows = predictionRows(width, count);
  const common = [columnBytes(rows) * width, columnBytes(rows) * count, center.byteLength, directions.byteLength];
  const own = [PANEL_BYTES * width];
  const { buffer, addresses, callParts } = createSharedKernel<WasmExports>(code, { common, own }, ([at, ...others], ownAddresses) => [
    { name: "setRowLayout", args: [width, at] },
    { name: "setLayout", args: [count, ...others, ...ownAddresses, MAX_MAGNITUDE] },
  ]);
  const [rowsAt, coordinatesAt, centerAt, directionsAt] = addresses;
  new Float64Array(buffer, centerAt, width).set(center);
  new Float64Array(buffer, directionsAt, directions.length).set(directions);
  return { rows, block: new RowBlock(buffer, rowsAt, { rows, width }, count), buffer, coordinatesAt, callParts };
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
