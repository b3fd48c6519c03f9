import type { AlgorithmName, ModelType } from "@agatha/contracts";
import type { FittedModel, Prediction } from "../../algorithms/base/algorithm.js";
import type { Rotation } from "../../algorithms/base/rotation.js";
import type { Encoder } from "../../data/encoding/encoder.js";
import type { Column, Table } from "../../data/tables/table.js";

/** One algorithm that was fitted on its own columns. */
export interface GraphNode {
  /** `{layer}.{node}`, both from 1. */
  id: string;
  algorithm: AlgorithmName;
  /** What the node does; in layers before the last it may be another thing than the model does. */
  task: ModelType;
  encoder: Encoder;
  /** Change of basis that an outlier detector's model begins with. */
  rotation?: Rotation;
  model: FittedModel;
  /** Mean and deviation of an outlier detector's scores in training, which make the scores of several comparable. */
  scores?: { center: number; scale: number };
}

/** Nodes by layer: each layer sees the dataset's columns and what the layers before it put out; the last one answers. */
export interface Graph {
  layers: readonly (readonly GraphNode[])[];
  /** Of a classification, else empty. */
  labels: readonly string[];
}

/** The model's answer for each row of the table, by that row alone. */
export function predictGraph(graph: Graph, table: Table): Prediction {
  const last = graph.layers.length - 1;
  const answers = predictNodes(graph, table)[last];
  return answers.length === 1 ? answers[0] : averagePredictions(graph.layers[last], answers);
}

/** What each node makes of the rows, layer by layer. */
export function predictNodes({ layers, labels }: Graph, table: Table): Prediction[][] {
  let seen = table;
  return layers.map((layer, l) => {
    const answers = layer.map((node) => predictNode(node, seen));
    if (l + 1 < layers.length) {
      const outputs = layer.flatMap((node, n) => outputColumns(node, labels, answers[n]));
      seen = appendColumns(seen, outputs);
    }
    return answers;
  });
}

export function predictNode(node: GraphNode, table: Table): Prediction {
  return selectTaskOutput(node.task, node.model.predict(node.encoder.encode(table)));
}

/** An algorithm of both tasks that learn without a target answers both at once: only what the node is there for goes on. */
function selectTaskOutput(task: ModelType, answer: Prediction): Prediction {
  if (task === "OCC") return { scores: answer.scores };
  return task === "CLUSTERING" ? { clusters: answer.clusters } : answer;
}

export function appendColumns(table: Table, columns: readonly Column[]): Table {
  return { nrow: table.nrow, columns: [...table.columns, ...columns] };
}

/** Cluster numbers as text, from 1. One list for all tables, so that encoders need not look at it again. */
const CLUSTER_LEVELS: readonly string[] = Array.from({ length: 50 }, (_, k) => String(k + 1));

/** A node's answer as columns for the layers after it. The names cannot be those of a file's columns. */
export function outputColumns(node: Pick<GraphNode, "id">, labels: readonly string[], answer: Prediction): Column[] {
  const name = outputColumnName(node);
  if (answer.clusters) return [{ name, type: "s", codes: answer.clusters, levels: CLUSTER_LEVELS }];
  if (answer.probabilities)
    return labels.map((_, k) => ({
      name: outputColumnName(node, k),
      type: "n",
      values: strideSlice(answer.probabilities as Float64Array, k, labels.length),
    }));
  return [{ name, type: "n", values: answer.values ?? answer.scores ?? new Float64Array(0) }];
}

/** Of a node's answer as a column, or of the probability of its k-th label. */
export function outputColumnName({ id }: Pick<GraphNode, "id">, k?: number): string {
  return k === undefined ? `\u0000${id}` : `\u0000${id}.${k}`;
}

function strideSlice(values: Float64Array, from: number, step: number): Float64Array {
  const taken = new Float64Array(values.length / step);
  for (let i = 0; i < taken.length; i++) taken[i] = values[i * step + from];
  return taken;
}

/** The mean of several nodes' numbers, probabilities or comparable scores. Clusters have no mean: a plan never asks for it. */
function averagePredictions(nodes: readonly GraphNode[], each: readonly Prediction[]): Prediction {
  const answers = each.map((answer, n) => standardizeScores(nodes[n], answer));
  const [first] = answers;
  if (first.values) return { values: elementwiseMean(answers.map(({ values }) => values as Float64Array)) };
  if (first.probabilities) return { probabilities: elementwiseMean(answers.map(({ probabilities }) => probabilities as Float64Array)) };
  return { scores: elementwiseMean(answers.map(({ scores }) => scores as Float64Array)) };
}

function standardizeScores({ scores: unit }: GraphNode, answer: Prediction): Prediction {
  if (!answer.scores || !unit) return answer;
  return { scores: answer.scores.map((score) => (score - unit.center) / unit.scale) };
}

function elementwiseMean(lists: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(lists[0].length);
  for (const list of lists) for (let i = 0; i < result.length; i++) result[i] += list[i] / lists.length;
  return result;
}
