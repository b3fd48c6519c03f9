import { benjaminiHochberg, isSupervised, type ModelInfo } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { OUTLIER_DEVIATIONS } from "../../algorithms/residual/robust-smoothing.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { forecastFloor } from "../../data/time-series/interval-around.js";
import { contaminationThresholds, type ThresholdStep, thresholdAt } from "../../evaluation/thresholds.js";
import { continueSeries } from "../../model/artifact/continue-series.js";
import { type Graph, predictGraph } from "../../model/artifact/graph.js";
import { type Fold, LEAVE_ONE_OUT_BELOW, type Split } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { type ProgressRange, wholeProgress } from "../../numeric/progress-range.js";
import type { Random } from "../../numeric/random.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import { RANDOM_ROWS, splitRows, takeSplitter } from "../../numeric/split.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { splitTimeSeries, withLongPast } from "../../numeric/time-ordered-folds.js";
import { FOLD_PROGRESS } from "../context/progress-shares.js";
import { FOLD_STREAMS } from "../context/random-streams.js";
import { crossFit } from "../fit/cross-fit.js";
import { fitGraph, type LayerOutputs } from "../fit/fit-graph.js";
import { mergePrediction } from "../fit/merge-prediction.js";
import { withReconciliation } from "../fit/reconciliation.js";
import type { Plan } from "../plan/plan.js";
import { semilabelFolds, trainingRows } from "../plan/semilabel.js";
import { takeTarget } from "../plan/target.js";
import type { SeriesTrainingSet, TrainingSet } from "../plan/training-set.js";
import { laterRows, splitSeries } from "./series-folds.js";

/** How rows are judged together: at most the share `fdr` of the alarms may be false. */
interface JudgedTogether {
  pValue(score: number): number;
  fdr: number;
}

/** Result of the fit on the training rows of one fold. */
interface FoldFit {
  graph: Graph;
  /** The same before it saw any held-out value: `graph` of forecasters predicts each held-out row from the rows before it. */
  fitted: Graph;
  /** Plan that was fitted. */
  plan: Plan;
  /** Outlier detection: the threshold, and the thresholds for other limits on contamination. */
  threshold?: number;
  thresholdSteps?: ThresholdStep[];
  /** Outlier detection whose rows are judged together, by p-values instead of the threshold. */
  judged?: JudgedTogether;
}

/** Model fitted without the rows of one fold. */
export interface FoldModel extends FoldFit, Fold {
  /** Positions of the fold's held-out rows among those of all folds. */
  positions: Int32Array;
}

export interface CrossValidation {
  method: ModelInfo["validation"]["method"];
  folds: FoldModel[];
  /** If the layers are cross-fitted: predictions of all rows by models that have not seen them. */
  outOfFold?: LayerOutputs;
  /** Held-out rows of all folds, ascending. */
  heldOutRows: Int32Array;
  /** With a semi-labeled column: the thresholds of the final model. */
  thresholdSteps?: ThresholdStep[];
}

/** Searches for the settings of a fold's model on `rows`, the fold's training rows. `foldCount` is the number of folds. */
export type PlanSearch = (rows: Int32Array, context: FitContext, foldCount: number) => Promise<Plan>;

/**
 * Fits one model per fold without the fold's held-out rows. A clustering of very few rows has no held-out rows and is evaluated
 * on its training rows.
 */
export async function crossValidate(trainingSet: TrainingSet, context: FitContext, planner?: PlanSearch): Promise<CrossValidation> {
  const { table, target, plan, validation } = trainingSet;
  const split = splitTrainingSet(trainingSet, context.random.fork(FOLD_STREAMS.split));
  const { method, folds } = split;
  const heldOutRows = Int32Array.from(folds.flatMap(({ heldOut }) => [...heldOut])).sort();
  const position = new Int32Array(table.nrow);
  heldOutRows.forEach((row, at) => {
    position[row] = at;
  });
  const modelsOf = (fits: readonly FoldFit[]) =>
    folds.map((fold, f): FoldModel => ({ ...fits[f], ...fold, positions: fold.heldOut.map((row) => position[row]) }));
  if (planner || !canCrossFit(trainingSet, method))
    return { method, folds: modelsOf(await fitFolds(trainingSet, folds, context, planner)), heldOutRows };
  const { graphs, outOfFold } = await crossFit({ table, target }, plan, split, { ...context, splitter: validation?.splitter });
  return { method, folds: modelsOf(graphs.map((graph) => ({ graph, fitted: graph, plan }))), outOfFold, heldOutRows };
}

function splitTrainingSet(trainingSet: TrainingSet, random: Random): Split {
  const { table, plan, series } = trainingSet;
  if (plan.type === "CLUSTERING" && table.nrow < LEAVE_ONE_OUT_BELOW) {
    const allRows = Int32Array.from(Array(table.nrow).keys());
    return { method: "none", folds: [{ train: allRows, heldOut: allRows }] };
  }
  if (!series) return splitByTarget(trainingSet, random);
  return series.periods.hierarchy ? splitSums(series) : splitSeries(series);
}

/**
 * Returns true if the layers are cross-fitted. The models of the other folds have seen a fold's held-out rows, and a later layer must
 * not find out from their predictions what these rows were. It could if folds differ in their mean response, as groups do. It could
 * also if it has columns too: compared with these, the predictions show how far the rows moved each model (docs/decisions/103).
 * Clusters and scores of two fits do not correspond without a fit on all rows.
 */
function canCrossFit({ plan, validation }: TrainingSet, method: Split["method"]): boolean {
  const [first, ...later] = plan.layers;
  const isRandom = (validation?.splitter ?? RANDOM_ROWS).rows === "random" && (method === "cross_validation" || method === "holdout");
  const learnsFromAnswers = later.length > 0 && later.flat().every(({ columns }) => columns.length === 0);
  const isComparable = [first, ...later.slice(0, -1)].flat().every(({ task }) => isSupervised(task));
  return isSupervised(plan.type) && !plan.chronological && isRandom && learnsFromAnswers && isComparable;
}

/** Fits the folds one by one. */
async function fitFolds(
  trainingSet: TrainingSet,
  folds: readonly Fold[],
  context: FitContext,
  planner: PlanSearch | undefined,
): Promise<FoldFit[]> {
  const fits: FoldFit[] = [];
  for (const [f, fold] of folds.entries()) {
    const { train } = fold;
    const part = {
      ...context,
      random: context.random.fork(FOLD_STREAMS.fit(f)),
      progress: (done: number) => context.progress((f + done) / folds.length),
    };
    const contextOf = (range: ProgressRange): FitContext => ({ ...part, progress: (done) => part.progress(wholeProgress(range, done)) });
    const plan = (await planner?.(train, contextOf(FOLD_PROGRESS.search), folds.length)) ?? trainingSet.plan;
    const { graph, threshold, thresholdSteps } = await fitWithThreshold(
      { ...trainingSet, plan },
      train,
      planner ? contextOf(FOLD_PROGRESS.fit) : part,
    );
    fits.push({ graph: withHeldOutPast(graph, trainingSet, fold), fitted: graph, plan, threshold, thresholdSteps });
  }
  return fits;
}

/** Sums and what they add up are held out together. */
function splitSums(series: SeriesTrainingSet): Split {
  const { periods, entries } = series;
  const together = Int32Array.from(entries, (entry) => periodInSeries(periods.index[entry]));
  return withLongPast(splitTimeSeries(entries.length, together), entries.length);
}

/** Forecasters predict each held-out row from all rows before it, with the parameters of the fold's fit. */
function withHeldOutPast(graph: Graph, { table, series, target }: TrainingSet, fold: Fold): Graph {
  if (!series?.forecasts || target.kind !== "number") return graph;
  const rows = laterRows(fold);
  return continueSeries(graph, takeRows(table, rows), takeNumbers(target.values, rows));
}

function splitByTarget({ semilabel, target, table, validation, plan }: TrainingSet, random: Random): Split {
  if (semilabel && validation?.splitter.rows !== "time") return semilabelFolds(semilabel, random, validation);
  const split = splitRows(target, table.nrow, random, validation);
  const isInTime = plan.calendar || validation?.splitter.rows === "time";
  // Parts that are asked for have their own bounds.
  return isInTime && validation?.folds === undefined ? withLongPast(split, table.nrow) : split;
}

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

/** Returns the mean over all held-out rows of a figure of their folds. */
export function meanOverHeldOutRows<F extends Fold>(folds: readonly F[], figure: (fold: F) => number): number {
  const rows = folds.reduce((sum, { heldOut }) => sum + heldOut.length, 0);
  return folds.reduce((sum, fold) => sum + figure(fold) * fold.heldOut.length, 0) / rows;
}

export interface OutOfFoldPrediction {
  prediction: Prediction;
  /** Outlier detection: 1 if the score is above the threshold of the row's own fold, or if the row raises an alarm among all rows. */
  flagged?: Int32Array;
}

/** Predicts the held-out rows, each by the model that has not seen it. `table` has only those rows, in order. */
export function predictHeldOut({ folds, heldOutRows }: Pick<CrossValidation, "folds" | "heldOutRows">, table: Table): OutOfFoldPrediction {
  const merged: OutOfFoldPrediction = { prediction: {} };
  const pValues = new Float64Array(heldOutRows.length);
  for (const { graph, threshold, judged, positions } of folds) {
    const prediction = predictGraph(graph, folds.length === 1 ? table : takeRows(table, positions));
    mergePrediction(merged.prediction, prediction, positions, heldOutRows.length);
    const { scores = [] } = prediction;
    if (judged) for (const [i, at] of positions.entries()) pValues[at] = judged.pValue(scores[i]);
    if (threshold === undefined) continue;
    merged.flagged ??= new Int32Array(heldOutRows.length);
    for (const [i, at] of positions.entries()) merged.flagged[at] = scores[i] > threshold ? 1 : 0;
  }
  const [{ judged }] = folds;
  return judged ? { ...merged, flagged: alarmsAmong(pValues, judged.fdr) } : merged;
}

/** Returns 1 for each row of one fold that is flagged; undefined if nothing is. */
export function flagOutliers({ threshold, judged }: Pick<FoldFit, "threshold" | "judged">, prediction: Prediction): Int32Array | undefined {
  const { scores = new Float64Array(0) } = prediction;
  if (judged) return alarmsAmong(scores.map(judged.pValue), judged.fdr);
  return threshold === undefined ? undefined : Int32Array.from(scores, (score) => (score > threshold ? 1 : 0));
}

function alarmsAmong(pValues: Float64Array, fdr: number): Int32Array {
  return Int32Array.from(benjaminiHochberg(Array.from(pValues), fdr), Number);
}
