import type { OnnxGraph, Value } from "../../onnx/graph.js";
import { multiplyByVectors } from "../linear-algebra/onnx.js";
import { squaredDistances } from "../neighbours/onnx-nearest.js";
import type { SupportVectors } from "./decision-function.js";
import { TILE_ROWS } from "./tiles.js";

/** A sum of `DecisionFunction.decisionSum`: over a group with its coefficients of index `which`. */
interface DecisionTerm {
  which: number;
  group: number;
}

/** Expresses the total of each list of sums for the encoder's output as ONNX operators: n × lists. */
export function decisionSumsToOnnx(
  machine: SupportVectors,
  lists: readonly (readonly DecisionTerm[])[],
  graph: OnnxGraph,
  features: Value,
): Value {
  const { kernelFunction, width, tiles, starts, coefficients } = machine;
  const count = tiles.length / width;
  const values = Float64Array.from({ length: tiles.length }, (_, at) => {
    const [place, j] = [Math.floor(at / width), at % width];
    return tiles[(place - (place % TILE_ROWS)) * width + (place % TILE_ROWS) + j * TILE_ROWS];
  });
  const weights = new Float64Array(count * lists.length);
  lists.forEach((list, l) => {
    for (const { which, group } of list) {
      for (let i = starts[group]; i < starts[group + 1]; i++) weights[i * lists.length + l] += coefficients[which * count + i];
    }
  });
  const kernels = kernelFunction.linear
    ? multiplyByVectors(graph, features, values, width)
    : graph.node("Exp", [
        graph.node("Mul", [squaredDistances(graph, features, { count, width, values }), graph.doubles([-kernelFunction.gamma])]),
      ]);
  return graph.node("MatMul", [kernels, graph.doubles(weights, [count, lists.length])]);
}
