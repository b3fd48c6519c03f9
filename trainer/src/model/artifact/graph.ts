import { type AlgorithmName, isSeriesDetector, type ModelType, type ResponseLimits, withinLimits } from "@agatha/contracts";
import type { FittedModel, Prediction } from "../../algorithms/base/algorithm.js";
import type { FittedForecast } from "../../algorithms/base/fitted-forecast.js";
import type { Rotation } from "../../algorithms/base/rotation.js";
import type { FittedDetector } from "../../algorithms/residual/index.js";
import type { Encoder } from "../../data/encoding/encoder.js";
import { type Column, findColumn, type Table } from "../../data/tables/table.js";
import { answersAtLevel, fromLevel, type LearnedLevel, levelOfRows } from "../../data/time-series/recent-level.js";
import { type ZeroLevel, zeroAtLevels } from "../../data/time-series/zero-levels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { type Reconciliation, reconcile } from "../../numeric/series/reconciliation.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import type { Quartiles } from "../../numeric/statistics.js";

/** Algorithm fitted on its own columns. */
export interface GraphNode {
  /** Id `{layer}.{node}`, both from 1. */
  id: string;
  algorithm: AlgorithmName;
  /** Task of the node. In layers before the last it can differ from the model's. */
  task: ModelType;
  encoder: Encoder;
  /** Rotation of the input space that an outlier detector applies first. */
  rotation?: Rotation;
  model: FittedModel;
  /** Mean and deviation of an outlier detector's training scores, which make the scores of several detectors comparable. */
  scores?: { center: number; scale: number };
  /** Quartiles of the same scores, of a model that was just fitted. They are no part of the file. */
  scoreQuartiles?: Quartiles;
}

/** Nodes by layer. Each layer gets the dataset's columns and the outputs of the layers before it. The last layer gives the prediction. */
export interface Graph {
  layers: readonly (readonly GraphNode[])[];
  /** Labels of a classification, otherwise empty. */
  labels: readonly string[];
  /** Models of lags: the level that the nodes' inputs and answers are counted from. */
  level?: LearnedLevel;
  /** Forecasters of a hierarchy: how their forecasts are made to add up. */
  reconciliation?: Reconciliation;
  /** Forecasters: the least forecast of each series, by its code. */
  floors?: readonly (number | null | undefined)[];
  /** Regression: limits within which the answers stay. */
  limits?: AnswerLimits | undefined;
  /** Forecasters: values of columns known ahead at which the forecast is 0. */
  zeroLevels?: readonly ZeroLevel[];
}

export interface AnswerLimits extends ResponseLimits {
  /** Models of lags: input with the last known value. A row whose value is beyond the limits shows that they do not hold for it. */
  last?: string | undefined;
}

/** Returns the names of the dates whose hour a node learned from. */
export function hourInputs({ layers }: Graph): string[] {
  const columns = layers.flat().flatMap(({ encoder }) => encoder.state.columns);
  const ofHours = columns.filter((column) => column.type === "d" && column.parts.some(({ part }) => part === "hour"));
  return [...new Set(ofHours.map(({ name }) => name))];
}

/** Predicts each row of the table independently of the others. */
export function predictGraph(graph: Graph, table: Table): Prediction {
  return limitAnswers(graph, table, predictUnlimited(graph, table));
}

/** Predicts as predictGraph does, without the limits of the response. */
export function predictUnlimited(graph: Graph, table: Table): Prediction {
  if (graph.reconciliation) return { values: reconciledForecasts(graph, graph.reconciliation, table) };
  const last = graph.layers.length - 1;
  const answers = predictNodes(graph, table)[last];
  return answers.length === 1 ? answers[0] : averagePredictions(graph.layers[last], answers);
}

/** Returns the prediction with its numbers within the limits of the response. Later layers learn from numbers beyond them too. */
export function limitAnswers({ limits }: Graph, table: Table, prediction: Prediction): Prediction {
  const { values } = prediction;
  if (!limits || !values) return prediction;
  const last = limits.last === undefined ? undefined : findColumn(table, limits.last);
  const isBeyond = (value: number) => withinLimits(value, limits) !== value && !Number.isNaN(value);
  const holds = (row: number) => !(last?.type === "n" && isBeyond(last.values[row]));
  return { ...prediction, values: values.map((value, row) => (holds(row) ? withinLimits(value, limits) : value)) };
}

/** Predicts each row from the forecasts of all series for its period, which are made to add up. */
function reconciledForecasts({ layers: [nodes] }: Graph, reconciliation: Reconciliation, table: Table): Float64Array {
  const { parts, nonNegative } = reconciliation;
  const count = parts.length + nonNegative.length;
  const byPeriod = new Map<number, Float64Array>();
  const forecastAll = (period: number): Float64Array => {
    const numbers = Float64Array.from({ length: count }, (_, code) => seriesPlace(code) + period);
    const x: Matrix = { nrow: count, ncol: 1, columns: [numbers] };
    const base = elementwiseMean(nodes.map(({ model }) => model.predict(x).values as Float64Array));
    const forecasts = base.some(Number.isFinite) ? withoutEarly(nodes, base, reconcile(base, reconciliation)) : base;
    byPeriod.set(period, forecasts);
    return forecasts;
  };
  const [numbers] = nodes[0].encoder.encode(table).columns;
  return numbers.map((number) => {
    if (Number.isNaN(number)) return number;
    const code = seriesCode(number);
    const period = number - seriesPlace(code);
    return (byPeriod.get(period) ?? forecastAll(period))[code];
  });
}

/** Returns the forecasts, NaN of series that a node goes on from and that have no value up to the period. */
const withoutEarly = (nodes: Graph["layers"][number], base: Float64Array, forecasts: Float64Array): Float64Array =>
  forecasts.map((value, code) =>
    Number.isNaN(base[code]) && nodes.some(({ model }) => (model as FittedForecast).knows(code)) ? Number.NaN : value,
  );

/** Returns the prediction of each node, layer by layer. */
export function predictNodes({ level, floors, zeroLevels, ...graph }: Graph, table: Table): Prediction[][] {
  if (zeroLevels?.length) {
    const atLevels = ({ values, ...other }: Prediction) => ({
      ...other,
      ...(values && { values: zeroAtLevels(values, table, zeroLevels) }),
    });
    return predictNodes({ ...graph, level, floors }, table).map((answers) => answers.map(atLevels));
  }
  if (floors?.some((floor) => typeof floor === "number")) {
    const [numbers] = graph.layers[0][0].encoder.encode(table).columns;
    const ofRows = numbers.map((number) => floors[seriesCode(number)] ?? Number.NEGATIVE_INFINITY);
    return predictLayers(graph, table).map((answers) => answers.map((answer) => notBelow(ofRows, answer)));
  }
  if (!level) return predictLayers(graph, table);
  const ofRows = levelOfRows(table, level);
  const atLevel = ({ values, ...other }: Prediction) => ({ ...other, ...(values && { values: answersAtLevel(values, level, ofRows) }) });
  return predictLayers(graph, fromLevel(table, level, ofRows)).map((answers) => answers.map(atLevel));
}

const notBelow = (floors: Float64Array, { values, ...other }: Prediction): Prediction => ({
  ...other,
  ...(values && { values: values.map((value, row) => Math.max(floors[row], value)) }),
});

function predictLayers({ layers, labels }: Graph, table: Table): Prediction[][] {
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

/** Returns the predictions of one node of the graph, a row each. The table has the columns that its encoder names. */
export function predictNode(node: GraphNode, table: Table): Prediction {
  return selectTaskOutput(node.task, node.model.predict(node.encoder.encode(table)));
}

/** Selects the output of the node's task: an algorithm that serves both unsupervised tasks returns both outputs. */
export function selectTaskOutput<P extends { scores?: unknown; clusters?: unknown }>(
  task: ModelType,
  answer: P,
): P | Pick<P, "scores"> | Pick<P, "clusters"> {
  if (task === "OCC") return { scores: answer.scores };
  return task === "CLUSTERING" ? { clusters: answer.clusters } : answer;
}

/** Returns the table with further columns of as many rows. */
export function appendColumns(table: Table, columns: readonly Column[]): Table {
  return { nrow: table.nrow, columns: [...table.columns, ...columns] };
}

/** Cluster numbers as text, from 1. All tables share one list, so that encoders can cache its mapping. */
const CLUSTER_NAMES: readonly string[] = Array.from({ length: 50 }, (_, k) => String(k + 1));

/** Turns a node's prediction into columns for the layers after it. Their names cannot occur in a file. */
export function outputColumns(node: Pick<GraphNode, "id">, labels: readonly string[], answer: Prediction): Column[] {
  const name = outputColumnName(node);
  if (answer.clusters) return [{ name, type: "s", codes: answer.clusters, levels: CLUSTER_NAMES }];
  if (answer.probabilities)
    return labels.map((_, k) => ({
      name: outputColumnName(node, k),
      type: "n",
      values: strideSlice(answer.probabilities as Float64Array, k, labels.length),
    }));
  return [{ name, type: "n", values: answer.values ?? answer.scores ?? new Float64Array(0) }];
}

/** Returns the name of a node's output column, or of the probability of its k-th label. */
export function outputColumnName({ id }: Pick<GraphNode, "id">, k?: number): string {
  return k === undefined ? `\u0000${id}` : `\u0000${id}.${k}`;
}

function strideSlice(values: Float64Array, from: number, step: number): Float64Array {
  const taken = new Float64Array(values.length / step);
  for (let i = 0; i < taken.length; i++) taken[i] = values[i * step + from];
  return taken;
}

/** Returns the mean of several nodes' numbers, probabilities or comparable scores. Clusters have no mean, and no plan asks for one. */
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

/** Returns the detector of outliers in series, if the graph is one. */
export function detectorOf({ layers }: Graph): FittedDetector | undefined {
  const [{ algorithm, model }] = layers[0];
  return isSeriesDetector(algorithm) ? (model as FittedDetector) : undefined;
}

/** Returns the calendar that forecasters count their periods in. */
export function calendarOf(graph: Graph) {
  const [column] = graph.layers[0][0].encoder.state.columns;
  return column?.type === "p" ? column : undefined;
}
