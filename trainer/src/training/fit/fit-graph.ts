import { isSupervised, type ModelType } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { fitRotated, ROTATED_ENCODING } from "../../algorithms/base/rotation.js";
import { createEncoder } from "../../data/encoding/encoder.js";
import type { EncodedColumn } from "../../data/encoding/encoder-state.js";
import { type DroppedColumn, fitEncoder } from "../../data/encoding/fit-encoder.js";
import { type Column, type Table, takeRows } from "../../data/tables/table.js";
import { fromLevel, levelOfRows, responsesFromLevel } from "../../data/time-series/recent-level.js";
import { appendColumns, type Graph, type GraphNode, outputColumns, predictNode } from "../../model/artifact/graph.js";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { innerFolds, type Splitter, takeSplitter } from "../../numeric/split.js";
import { meanAndDeviation, quartiles } from "../../numeric/statistics.js";
import { rollingOriginFolds } from "../../numeric/time-ordered-folds.js";
import { FOLD_STREAMS } from "../context/random-streams.js";
import type { Plan, PlannedNode } from "../plan/plan.js";
import { limitsOf } from "../plan/response-limits.js";
import { takeTarget } from "../plan/target.js";
import { constantModel, hasVariation } from "./constant-model.js";
import { mergePrediction } from "./merge-prediction.js";
import { withScoresLike } from "./score-unit.js";

/** Returns the splitter of a plan for rows in order of time, each a period of its own. */
function chronologicalSplitter({ chronological }: Plan, nrow: number): Splitter | undefined {
  return chronological ? { rows: "time", periods: Int32Array.from(Array(nrow).keys()) } : undefined;
}

/** Rows that a node learns from. */
export interface Samples {
  table: Table;
  target: Target;
}

/** Out-of-fold predictions of each layer but the last: columns of the rows that the graph learns from. */
export type LayerOutputs = readonly (readonly Column[])[];

interface FittedGraph {
  graph: Graph;
  /** Columns that the plan leaves out or an encoder drops, each once. */
  dropped: DroppedColumn[];
}

/**
 * Fits all layers on the rows of a table. A layer learns from out-of-fold predictions of the layers before it: `outOfFold`, or
 * else those of models fitted here on the other folds, or on all earlier rows for rows in order of time. `context.splitter` is that
 * of the table's rows. A node without variation among these rows predicts a constant. Throws InvalidInput when the data are
 * unusable.
 */
export async function fitGraph(
  { table, target }: Samples,
  plan: Plan,
  context: FitContext,
  outOfFold?: LayerOutputs,
): Promise<FittedGraph> {
  const { level, limits, ...rest } = plan;
  if (!level || target.kind !== "number") return fitLayers({ table, target }, plan, context, outOfFold);
  const ofRows = levelOfRows(table, level);
  const values = responsesFromLevel(target.values, ofRows);
  const samples: Samples = { table: fromLevel(table, level, ofRows), target: { kind: "number", values } };
  const { graph, dropped } = await fitLayers(samples, rest, context, outOfFold);
  const sorted = values.toSorted();
  const range = [sorted[0], sorted[sorted.length - 1]] as const;
  return { graph: { ...graph, level: { ...level, range }, ...limitsOf({ limits }, target) }, dropped };
}

async function fitLayers({ table, target }: Samples, plan: Plan, context: FitContext, outOfFold?: LayerOutputs): Promise<FittedGraph> {
  const layers: GraphNode[][] = [];
  const dropped = new Map(plan.leftOut?.map((column) => [column.column, column]));
  const labels = target.kind === "class" ? target.labels : [];
  let splitter = context.splitter ?? chronologicalSplitter(plan, table.nrow);
  const contexts = createFitContexts(plan, context);
  let samples: Samples = { table, target };
  for (const [l, plannedLayer] of plan.layers.entries()) {
    const derived = samples.table.columns.slice(table.columns.length).map(({ name }) => name);
    const outputs: Column[] = [];
    const layer: GraphNode[] = [];
    for (const planned of plannedLayer) {
      const plannedWithDerived = withDerivedColumns(planned, derived);
      const fitted = await fitNode(plannedWithDerived, samples, contexts.next(splitter), plan.calendar);
      layer.push(fitted.node);
      for (const column of fitted.dropped) if (!derived.includes(column.column)) dropped.set(column.column, column);
      if (l < plan.layers.length - 1 && !outOfFold) {
        const prediction = await outOfFoldPrediction(plannedWithDerived, fitted.node, { ...samples, splitter }, contexts.next(splitter));
        outputs.push(...outputColumns(planned, labels, prediction));
      }
    }
    layers.push(layer);
    samples = { ...samples, table: appendColumns(samples.table, outOfFold?.[l] ?? outputs) };
    if (splitter?.rows === "time" && l < plan.layers.length - 1) {
      const predictedRows = rowsWithPrediction(samples.table.nrow, splitter);
      samples = { table: takeRows(samples.table, predictedRows), target: takeTarget(samples.target, predictedRows) };
      splitter = takeSplitter(splitter, predictedRows);
    }
  }
  return { graph: { layers, labels, ...limitsOf(plan, target) }, dropped: [...dropped.values()] };
}

/** Adds the outputs of the layers before to the columns of a node. */
export function withDerivedColumns(planned: PlannedNode, derived: readonly string[]): PlannedNode {
  return { ...planned, columns: [...planned.columns, ...derived] };
}

export async function fitNode(planned: PlannedNode, { table, target }: Samples, context: FitContext, calendar?: Plan["calendar"]) {
  const { id, task, algorithm, params, rotation } = planned;
  const { encoder, dropped } =
    (algorithm.forecasts || algorithm.detects) && calendar
      ? {
          encoder: createEncoder({ columns: [calendar, ...unscaled(planned.columns.filter((name) => name !== calendar.name))] }),
          dropped: [],
        }
      : fitEncoder(table, planned.columns, rotation ? ROTATED_ENCODING : algorithm.encoding);
  const nodeTarget = targetForTask(task, target);
  const x = encoder.encode(table);
  const fit = (rows: Matrix, part: FitContext) => algorithm.fit(rows, nodeTarget, params, { ...part, scoresOutliers: task === "OCC" });
  // A forecaster goes on with a series that is constant so far.
  const isLearnable = encoder.featureCount > 0 && (algorithm.forecasts || hasVariation(nodeTarget));
  const fitted = isLearnable && (rotation ? fitRotated(rotation, x, context, fit) : fit(x, context));
  const model = fitted ? await fitted : constantModel(task, nodeTarget, planned.path);
  const node: GraphNode = { id, algorithm: algorithm.name, task, encoder, rotation, model };
  if (task !== "OCC") return { node, dropped };
  const { scores = new Float64Array(0) } = model.predict(x);
  return { node: { ...node, scores: scoreScale(scores), scoreQuartiles: quartiles(scores) }, dropped };
}

/** Encodes columns of numbers as they are. */
function unscaled(names: readonly string[]): EncodedColumn[] {
  return names.map((name) => ({ type: "n", name, center: 0, scale: 1 }));
}

/** Returns the target that a node learns from. Outlier detectors and clusterings learn without one, whatever the model's type. */
function targetForTask(task: ModelType, target: Target): Target {
  return isSupervised(task) ? target : { kind: "none" };
}

function scoreScale(scores: Float64Array): { center: number; scale: number } {
  const { mean, deviation } = meanAndDeviation(scores);
  return { center: mean, scale: deviation || 1 };
}

/**
 * Returns the predictions for the training rows, from which a later layer learns. They come from fits on the other folds, with
 * scores in the unit of the node's. Clusters come from the node itself: cluster numbers of two fits do not correspond, and clusters
 * do not depend on the target.
 */
async function outOfFoldPrediction(
  planned: PlannedNode,
  node: GraphNode,
  { table, target, splitter }: Samples & { splitter: Splitter | undefined },
  context: FitContext,
): Promise<Prediction> {
  if (node.task === "CLUSTERING" || table.nrow === 1) return predictNode(node, table);
  const folds = innerFolds(target, table.nrow, context.random.fork(FOLD_STREAMS.split), splitter);
  const merged: Prediction = {};
  for (const [f, { train, heldOut }] of folds.entries()) {
    const part = {
      ...context,
      splitter: context.splitter && takeSplitter(context.splitter, train),
      random: context.random.fork(FOLD_STREAMS.fit(f)),
      progress: (done: number) => context.progress((f + done) / folds.length),
    };
    const { node: fitted } = await fitNode(planned, { table: takeRows(table, train), target: takeTarget(target, train) }, part);
    mergePrediction(merged, predictNode(withScoresLike(fitted, node), takeRows(table, heldOut)), heldOut, table.nrow);
  }
  return merged;
}

/**
 * Returns the rows with an out-of-fold prediction, in order of time. The first part has none, since no model is fitted on earlier
 * rows.
 */
function rowsWithPrediction(nrow: number, { periods }: Extract<Splitter, { rows: "time" }>): Int32Array {
  const from = rollingOriginFolds(nrow, periods)[0]?.train.length ?? 0;
  return Int32Array.from({ length: nrow - from }, (_, i) => from + i);
}

/** Creates the contexts of the parts of a fit. Each part has its own random numbers and its share of the progress. */
function createFitContexts(plan: Plan, context: FitContext) {
  const nodes = plan.layers.flat().length;
  const total = 2 * nodes - plan.layers[plan.layers.length - 1].length;
  let begun = 0;
  return {
    next(splitter: Splitter | undefined): FitContext {
      const index = begun++;
      return {
        ...context,
        splitter: context.splitter && splitter,
        random: context.random.fork(index),
        progress: (done) => context.progress((index + done) / total),
      };
    },
  };
}
