import { ERRORS, InvalidInput, type ResponseLimits } from "@agatha/contracts";
import type { LayerOutput, LayersGraph, LayersPrediction } from "../../tensorflow/layers-graph.js";
import { decodeArtifact, type TrainedModel } from "../artifact/artifact.js";
import type { GraphNode } from "../artifact/graph.js";
import { calibrateLogits } from "./calibration-layers.js";
import { encoderToLayers } from "./encoder-layers.js";

/**
 * Exports a trained DNN or AENN as a ZIP archive of model.json and weights.bin, which `loadLayersModel` of TensorFlow.js reads.
 * The input `row` is n × inputs, in the order of `inputs` in the user-defined metadata. It has no text and no missing value. The
 * output is `value` for numbers, `probabilities` for classes in the order of `labels`, or `score` for outliers, which are
 * anomalies above `threshold`. The metadata also has labels and threshold. Throws InvalidInput for a model that layers cannot
 * represent.
 */
export function exportLayersModel(artifact: Uint8Array): Uint8Array {
  const model = decodeArtifact(artifact);
  const node = requireSingleNode(model);
  const { graph, inputs, features } = encoderToLayers(node.encoder.state);
  const prediction = node.model.toLayers?.(graph, features);
  if (prediction === undefined) throw refusal(`this model's algorithm is ${node.algorithm}`);
  const { type, response, threshold, graph: trained } = model;
  const { limits = {} } = trained;
  const { values } = prediction;
  const answers = values ? { ...prediction, values: limitedLayers(graph, values, limits) } : prediction;
  const output = namedOutput(graph, answers, model.calibration);
  return graph.toZip(output, { type, response, inputs, output: output.layer, labels: trained.labels, threshold });
}

function requireSingleNode({ graph: { layers, level } }: TrainedModel): GraphNode {
  if (level) throw refusal("this model counts values from the recent level of their series");
  if (layers.length > 1) throw refusal(`this model has ${layers.length} layers of algorithms`);
  const [nodes] = layers;
  if (nodes.length > 1) throw refusal(`this model averages ${nodes.map(({ algorithm }) => algorithm).join(" and ")}`);
  return nodes[0];
}

function refusal(reason: string): InvalidInput {
  const message = `TensorFlow.js can hold one DNN or AENN, and ${reason}. Choose the format onnx, or train a model of one DNN or AENN.`;
  return new InvalidInput(ERRORS.badRequest, { path: "format", message });
}

function limitedLayers(graph: LayersGraph, values: LayerOutput, { lower, upper }: ResponseLimits): LayerOutput {
  const constant = (limit: number) => graph.dense(values, { kernel: Float32Array.of(0), bias: Float32Array.of(limit) });
  const below = upper === undefined ? values : graph.elementwise("Minimum", [values, constant(upper)]);
  return lower === undefined ? below : graph.elementwise("Maximum", [below, constant(lower)]);
}

function namedOutput(graph: LayersGraph, prediction: LayersPrediction, calibration: TrainedModel["calibration"]): LayerOutput {
  const { values, logits, scores } = prediction;
  if (logits !== undefined) {
    return graph.activation(calibration ? calibrateLogits(graph, logits, calibration) : logits, "softmax", "probabilities");
  }
  if (values !== undefined) return graph.activation(values, "linear", "value");
  if (scores !== undefined) return graph.activation(scores, "linear", "score");
  throw new Error("the layers have no answer");
}
