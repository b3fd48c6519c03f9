import { type ClassDecision, decidingCosts, ensureDecisionFits, type ResponseLimits } from "@agatha/contracts";
import { OnnxGraph, type OnnxPrediction, type Value } from "../../onnx/graph.js";
import { decodeArtifact, type TrainedModel } from "../artifact/artifact.js";
import { type GraphNode, outputColumnName, selectTaskOutput } from "../artifact/graph.js";
import { encoderToOnnx } from "./encoder-onnx.js";
import { levelToOnnx } from "./level-onnx.js";

/**
 * Exports a trained model as an ONNX file. Each column is an input of its name, n × 1: numbers as double (NaN where missing),
 * times as milliseconds since the epoch, text as string (empty where missing). Outputs are `value` for numbers, `label` and
 * `probabilities` for classes, `score` and `anomaly` for outliers, and `cluster` from 1, in this order. An output whose name a column
 * has gets a number: `value_1`. Ties between equally distant neighbours may resolve differently. `label` follows the decision, else it
 * is the likeliest class. Throws InvalidInput (badRequest) for a decision about other classes.
 */
export function exportOnnx(artifact: Uint8Array, decision?: ClassDecision): Uint8Array {
  const model: TrainedModel = { ...decodeArtifact(artifact), ...(decision && { decision }) };
  if (decision) ensureDecisionFits(decision, model.graph.labels);
  const graph = new OnnxGraph();
  const sources = new Map<string, Value>(
    model.inputs.map(({ name, type }) => [name, graph.input(name, type === "s" ? "string" : "double")]),
  );
  const { layers, level: recent } = model.graph;
  // The level changes what the sources are.
  const last = sources.get(model.graph.limits?.last ?? "");
  const level = recent && levelToOnnx(graph, recent, sources);
  for (const layer of layers.slice(0, -1)) {
    const outputs = layer.flatMap((node) => outputColumns(graph, node, nodeToOnnx(graph, node, sources), model.graph.labels));
    for (const [name, value] of outputs) sources.set(name, value);
  }
  const lastLayer = layers[layers.length - 1];
  writeOutputs(
    graph,
    model,
    lastLayer.map((node) => {
      const { values, ...prediction } = nodeToOnnx(graph, node, sources);
      return { node, prediction: { ...prediction, ...(values && { values: level ? level.restore(values) : values }) } };
    }),
    last,
  );
  return graph.toBytes({ type: model.type, response: model.response ?? "", labels: JSON.stringify(model.graph.labels) });
}

function nodeToOnnx(graph: OnnxGraph, node: GraphNode, sources: ReadonlyMap<string, Value>): OnnxPrediction {
  return selectTaskOutput(node.task, node.model.toOnnx(graph, encoderToOnnx(graph, node.encoder.state, sources)));
}

/** Returns a node's prediction as columns for the layers after it. */
function outputColumns(graph: OnnxGraph, node: GraphNode, prediction: OnnxPrediction, labels: readonly string[]): [string, Value][] {
  const { probabilities, clusters } = prediction;
  if (probabilities !== undefined) {
    return labels.map((_, k) => [outputColumnName(node, k), graph.node("Gather", [probabilities, graph.int64s([k])], { axis: 1 })]);
  }
  if (clusters !== undefined) {
    const numbers = graph.node("Reshape", [clusterNumbers(graph, clusters), graph.int64s([-1, 1])]);
    return [[outputColumnName(node), graph.cast(numbers, "string")]];
  }
  const value = prediction.values ?? prediction.scores;
  return value === undefined ? [] : [[outputColumnName(node), value]];
}

/** Returns cluster numbers from 1. */
function clusterNumbers(graph: OnnxGraph, clusters: Value): Value {
  return graph.node("Add", [clusters, graph.int64s([1])]);
}

interface NodePrediction {
  node: GraphNode;
  prediction: OnnxPrediction;
}

function writeOutputs(
  graph: OnnxGraph,
  { type, graph: { labels, limits }, threshold, calibration, decision }: TrainedModel,
  predictions: readonly NodePrediction[],
  lastKnown: Value | undefined,
): void {
  const flat = (value: Value) => graph.node("Reshape", [value, graph.int64s([-1])]);
  if (type === "REGRESSION") {
    const answers = mean(
      graph,
      predictions.map(({ prediction }) => prediction.values!),
    );
    graph.output("value", limits ? limited(graph, flat(answers), limits, lastKnown && flat(lastKnown)) : flat(answers), "double");
  } else if (type === "CLASSIFICATION") {
    const probabilities = calibrated(
      graph,
      mean(
        graph,
        predictions.map(({ prediction }) => prediction.probabilities!),
      ),
      calibration,
    );
    const chosen = decision
      ? leastExpectedCost(graph, probabilities, decision)
      : graph.node("ArgMax", [probabilities], { axis: 1, keepdims: 0 });
    graph.output("label", graph.node("Gather", [graph.strings(labels), chosen], { axis: 0 }), "string");
    graph.output("probabilities", probabilities, "double", labels.length);
  } else if (type === "OCC") {
    const scores = predictions.map(({ node, prediction }) =>
      predictions.length === 1 ? prediction.scores! : standardisedScore(graph, node, prediction.scores!),
    );
    const score = flat(mean(graph, scores));
    graph.output("score", score, "double");
    graph.output("anomaly", graph.node("Greater", [score, graph.doubles([threshold ?? Number.POSITIVE_INFINITY])]), "bool");
  } else {
    graph.output("cluster", clusterNumbers(graph, predictions[0].prediction.clusters!), "int64");
  }
}

/** Returns the answers, n, within the limits. They do not hold for rows whose last known value is beyond. */
function limited(graph: OnnxGraph, answers: Value, limits: ResponseLimits, lastKnown: Value | undefined): Value {
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits;
  const clip = (values: Value) => graph.node("Clip", [values, graph.scalar(lower), graph.scalar(upper)]);
  if (lastKnown === undefined) return clip(answers);
  const isBeyond = graph.node("Or", [
    graph.node("Less", [lastKnown, graph.doubles([lower])]),
    graph.node("Greater", [lastKnown, graph.doubles([upper])]),
  ]);
  return graph.node("Where", [isBeyond, answers, clip(answers)]);
}

/** Returns the class of least expected cost. Rows on a threshold are of the second class, which comes last. */
function leastExpectedCost(graph: OnnxGraph, probabilities: Value, decision: ClassDecision): Value {
  const expected = graph.node("MatMul", [
    probabilities,
    graph.doubles(decidingCosts(decision).flat(), [decision.labels.length, decision.labels.length]),
  ]);
  return graph.node("ArgMin", [expected], { axis: 1, keepdims: 0, select_last_index: decision.threshold === undefined ? 0 : 1 });
}

function mean(graph: OnnxGraph, values: readonly Value[]): Value {
  return values.length === 1 ? values[0] : graph.node("Div", [graph.node("Sum", values), graph.doubles([values.length])]);
}

function standardisedScore(graph: OnnxGraph, { scores }: GraphNode, value: Value): Value {
  const { center, scale } = scores ?? { center: 0, scale: 1 };
  return graph.node("Div", [graph.node("Sub", [value, graph.doubles([center])]), graph.doubles([scale])]);
}

function calibrated(graph: OnnxGraph, probabilities: Value, calibration: TrainedModel["calibration"]): Value {
  if (!calibration) return probabilities;
  const { temperature, smoothing } = calibration;
  const powers = graph.node("Pow", [graph.node("Add", [probabilities, graph.doubles([smoothing])]), graph.doubles([1 / temperature])]);
  return graph.node("Div", [powers, graph.node("ReduceSum", [powers, graph.int64s([1])], { keepdims: 1 })]);
}
