import type { ModelInfo } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { metricUncertainty } from "../../evaluation/bootstrap.js";
import { weightedMetrics } from "../../evaluation/metrics/compute-metrics.js";
import { limitAnswers, predictNodes } from "../../model/artifact/graph.js";
import type { Random } from "../../numeric/random.js";
import { takeSplitter } from "../../numeric/split.js";
import { FOLD_STREAMS } from "../context/random-streams.js";
import { mergePrediction } from "../fit/merge-prediction.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import type { CrossValidation } from "./cross-validate.js";
import { unitsOfHeldOutRows } from "./metric-uncertainty.js";
import { calibrateHeldOut } from "./uncertainty.js";

/**
 * Returns the held-out metrics of each algorithm in a model with several. They show whether a later layer improves on the
 * algorithms before it. Probabilities are calibrated, those of each algorithm for themselves; `calibrated` are the model's. `table` has
 * the held-out rows, in order.
 */
export async function nodeMetrics(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  table: Table,
  { random, calibrated: ofModel, pause }: { random: Random; calibrated: Float64Array | undefined; pause(): Promise<void> },
): Promise<ModelInfo["nodes"]> {
  const { plan, target } = trainingSet;
  const nodes = plan.layers.flatMap((layer, l) => layer.map((node, n) => ({ ...node, l, n })));
  if (nodes.length === 1 || target.kind === "none") return undefined;
  const predictions = nodes.map((): Prediction => ({}));
  for (const { graph, positions } of crossValidation.folds) {
    const part = takeRows(table, positions);
    const byNode = predictNodes(graph, part);
    for (const [at, { l, n }] of nodes.entries())
      mergePrediction(predictions[at], limitAnswers(graph, part, byNode[l][n]), positions, table.nrow);
  }
  const heldOutTarget = takeTarget(target, crossValidation.heldOutRows);
  const groups = unitsOfHeldOutRows(trainingSet, crossValidation.heldOutRows);
  const splitter = trainingSet.validation && takeSplitter(trainingSet.validation.splitter, crossValidation.heldOutRows);
  const answersAlone = (l: number) => l === plan.layers.length - 1 && plan.layers[l].length === 1;
  const described: NonNullable<ModelInfo["nodes"]> = [];
  for (const [at, { id, algorithm, task, l }] of nodes.entries()) {
    const node = { id, algorithm: algorithm.name, layer: l + 1 };
    if (task !== plan.type) {
      described.push({ ...node, indicators: {} });
      continue;
    }
    await pause();
    const prediction = predictions[at];
    const calibrated = answersAlone(l)
      ? ofModel
      : calibrateHeldOut(heldOutTarget, prediction, random.fork(FOLD_STREAMS.calibration), splitter).probabilities;
    const figures = weightedMetrics(plan.type, { prediction, target: heldOutTarget, calibrated }, random);
    described.push({ ...node, indicators: figures(), intervals: metricUncertainty({ model: figures }, table.nrow, groups).intervals });
  }
  return described;
}
