import { isSupervised, type ModelInfo } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import type { ThresholdStep } from "../../evaluation/thresholds.js";
import { continueSeries } from "../../model/artifact/continue-series.js";
import type { Graph } from "../../model/artifact/graph.js";
import type { Fold, Split } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { type ProgressRange, wholeProgress } from "../../numeric/progress-range.js";
import { RANDOM_ROWS } from "../../numeric/split.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { FOLD_PROGRESS } from "../context/progress-shares.js";
import { FOLD_STREAMS } from "../context/random-streams.js";
import { crossFit } from "../fit/cross-fit.js";
import type { LayerOutputs } from "../fit/fit-graph.js";
import { fitRows } from "../fit/fit-rows.js";
import type { Plan } from "../plan/plan.js";
import type { TrainingSet } from "../plan/training-set.js";
import { laterRows } from "./series-folds.js";
import { splitTrainingSet } from "./split-training-set.js";

/** Control of the false discovery rate: of the alarms among rows that are predicted together at most the share `fdr` may be false. */
interface FdrControl {
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
}

/** Model fitted without the rows of one fold. */
export interface FoldModel extends FoldFit, Fold {
  /** Positions of the fold's held-out rows among those of all folds. */
  positions: Int32Array;
  /** Outlier detection: the threshold, and the thresholds for other limits on contamination. */
  threshold?: number;
  thresholdSteps?: ThresholdStep[];
  /** Outlier detection with a budget for false alarms among the alarms: p-values decide instead of the threshold. */
  fdrControl?: FdrControl;
}

export interface CrossValidation {
  method: ModelInfo["validation"]["method"];
  folds: FoldModel[];
  /** If the layers are cross-fitted: predictions of all rows by models that have not seen them. */
  outOfFold?: LayerOutputs;
  /** Held-out rows of all folds, ascending. */
  heldOutRows: Int32Array;
  /** Outlier detection without a budget for false alarms: the thresholds of the final model. */
  thresholdSteps?: ThresholdStep[];
}

/** Searches for the settings of a fold's model on `rows`, the fold's training rows. `foldCount` is the number of folds. */
export type PlanSearch = (rows: Int32Array, context: FitContext, foldCount: number) => Promise<Plan>;

/**
 * Fits one model per fold without the fold's held-out rows. A clustering of very few rows has no held-out rows and is evaluated
 * on its training rows.
 */
export async function crossValidate(trainingSet: TrainingSet, context: FitContext, searchPlan?: PlanSearch): Promise<CrossValidation> {
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
  if (searchPlan || !canCrossFit(trainingSet, method))
    return { method, folds: modelsOf(await fitFolds(trainingSet, folds, context, searchPlan)), heldOutRows };
  const { graphs, outOfFold } = await crossFit({ table, target }, plan, split, { ...context, splitter: validation?.splitter });
  return { method, folds: modelsOf(graphs.map((graph) => ({ graph, fitted: graph, plan }))), outOfFold, heldOutRows };
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
  searchPlan: PlanSearch | undefined,
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
    const plan = (await searchPlan?.(train, contextOf(FOLD_PROGRESS.search), folds.length)) ?? trainingSet.plan;
    const { graph } = await fitRows({ ...trainingSet, plan }, train, searchPlan ? contextOf(FOLD_PROGRESS.fit) : part);
    fits.push({ graph: withHeldOutPast(graph, trainingSet, fold), fitted: graph, plan });
  }
  return fits;
}

/** Forecasters predict each held-out row from all rows before it, with the parameters of the fold's fit. */
function withHeldOutPast(graph: Graph, { table, series, target }: TrainingSet, fold: Fold): Graph {
  if (!series?.forecasts || target.kind !== "number") return graph;
  const rows = laterRows(fold);
  return continueSeries(graph, takeRows(table, rows), takeNumbers(target.values, rows));
}

/** Returns the mean over all held-out rows of a figure of their folds; that of the first fold where no row can be judged. */
export function meanOverHeldOutRows<F extends Fold>(folds: readonly F[], figure: (fold: F) => number): number {
  const rows = folds.reduce((sum, { heldOut }) => sum + heldOut.length, 0);
  if (rows === 0) return figure(folds[0]);
  return folds.reduce((sum, fold) => sum + figure(fold) * fold.heldOut.length, 0) / rows;
}
