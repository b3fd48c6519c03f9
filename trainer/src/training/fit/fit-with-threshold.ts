import { OUTLIER_DEVIATIONS } from "../../algorithms/residual/robust-smoothing.js";
import { takeRows } from "../../data/tables/table.js";
import { forecastFloor } from "../../data/time-series/interval-around.js";
import { contaminationThresholds, type ThresholdStep, thresholdAt } from "../../evaluation/thresholds.js";
import { predictGraph } from "../../model/artifact/graph.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { takeSplitter } from "../../numeric/split.js";
import { fitGraph, type LayerOutputs } from "../fit/fit-graph.js";
import { withReconciliation } from "../fit/reconciliation.js";
import { trainingRows } from "../plan/semilabel.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";

/**
 * Fits the model on these rows of the training set. An outlier detector's threshold comes from its scores of the same rows,
 * unless labels determine it. Later layers learn from `outOfFold`, which has all rows of the training set, or else from fits of
 * their own.
 */
export async function fitWithThreshold(
  { table, target, plan, contamination, maxFpr = 1, semilabel, validation, series }: TrainingSet,
  rows: Int32Array,
  context: FitContext,
  outOfFold?: LayerOutputs,
) {
  const learnedRows = semilabel ? trainingRows(semilabel, rows) : rows;
  const part = takeRows(table, learnedRows);
  const splitter = validation && takeSplitter(validation.splitter, learnedRows);
  const partTarget = takeTarget(target, learnedRows);
  const outputs = outOfFold?.map((columns) => takeRows({ nrow: table.nrow, columns: [...columns] }, learnedRows).columns);
  const { graph: fitted, dropped } = await fitGraph({ table: part, target: partTarget }, plan, { ...context, splitter }, outputs);
  const reconciled = withReconciliation(fitted, { table: part, target: partTarget, hierarchy: series?.periods.hierarchy });
  const floor = series?.forecasts && partTarget.kind === "number" ? forecastFloor(partTarget.values) : undefined;
  const graph = floor === undefined ? reconciled : { ...reconciled, floor };
  const scores = plan.type === "OCC" && !semilabel ? predictGraph(graph, part).scores : undefined;
  const thresholdSteps = scores && (plan.calendar ? outlierThresholds(scores) : contaminationThresholds(scores, contamination));
  return { graph, dropped, thresholdSteps, threshold: thresholdSteps && thresholdAt(thresholdSteps, maxFpr) };
}

/**
 * Returns the thresholds of a detector in series. Scores are deviations, and an outlier is a fixed number of them away, whatever the
 * share of outliers.
 */
function outlierThresholds(scores: Float64Array): ThresholdStep[] {
  const share = scores.filter((score) => score > OUTLIER_DEVIATIONS).length / scores.length;
  return contaminationThresholds(scores, share).map((step) => ({ ...step, threshold: Math.max(step.threshold, OUTLIER_DEVIATIONS) }));
}
