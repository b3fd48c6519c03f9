import type { LayerOutput, LayersGraph } from "../../tensorflow/layers-graph.js";
import type { Network } from "./network.js";
import { shapeOf } from "./shape.js";

/** Scaling of each output: output × scale + center. */
interface OutputScaling {
  center: number;
  scale: number;
}

/**
 * A network's outputs, n × outputs, as dense layers of TensorFlow.js. Inputs further from 0 than `MAX_INPUT` are not cut off, for
 * which there is no layer.
 */
export function networkToLayers(
  { widths, parameters }: Network,
  graph: LayersGraph,
  features: LayerOutput,
  { center, scale }: OutputScaling = { center: 0, scale: 1 },
): LayerOutput {
  const { layers } = shapeOf(widths);
  let value = features;
  for (const [l, { inputs, weights, biases }] of layers.entries()) {
    const [from, to] = [widths[l], widths[l + 1]];
    const isLast = l === layers.length - 1;
    const [times, plus] = isLast ? [scale, center] : [1, 0];
    const kernel = Float32Array.from({ length: from * to }, (_, k) => times * parameters[weights + (k % to) * inputs + Math.floor(k / to)]);
    const bias = Float32Array.from({ length: to }, (_, k) => times * parameters[biases + k] + plus);
    value = graph.dense(value, { kernel, bias, activation: isLast ? "linear" : "relu" });
  }
  return value;
}
