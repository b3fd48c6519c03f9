import { type Indicators, lagName, type ModelInfo } from "@agatha/contracts";
import type { Answer } from "../algorithms/base/algorithm.js";
import { findColumn, type Table, takeRows } from "../data/tables/table.js";
import { baselineAnswer } from "../evaluation/baseline.js";
import { figuresOf, type Judged, meanFigures, spreadOfFigures } from "../evaluation/figures.js";
import { shareSteps, type ThresholdStep, thresholdAt } from "../evaluation/thresholds.js";
import { answerOf, type Graph } from "../model/artifact/graph.js";
import type { FitContext } from "../numeric/fit-context.js";
import type { Matrix } from "../numeric/matrix.js";
import type { Random } from "../numeric/random.js";
import { LEAVE_ONE_OUT_BELOW, type Split, splitRows, splitSeries } from "../numeric/split.js";
import { fitGraph, type Plan } from "./fit-graph.js";
import type { Lesson } from "./lesson.js";
import { mergeAnswer } from "./merge-answer.js";
import { anomalousAmong, rowsToLearn, semilabelFolds } from "./semilabel.js";
import { takeTarget } from "./target.js";

/** A model that was fitted without some of the rows. */
export interface Trial {
  graph: Graph;
  /** What was fitted. */
  plan: Plan;
  /** Outlier detection: the threshold, and what it would be for other limits on contamination. */
  threshold?: number;
  steps?: ThresholdStep[];
  train: Int32Array;
  heldOut: Int32Array;
  /** Where its held-out rows are among those of all trials. */
  positions: Int32Array;
}

export interface Trials {
  method: ModelInfo["validation"]["method"];
  trials: Trial[];
  /** Held-out rows of all trials, ascending. */
  rows: Int32Array;
  /** With a semi-labeled column: the thresholds of the model itself. */
  steps?: ThresholdStep[];
}

/** Searches these rows, the training rows of one of `trials` trials, for the settings of what is fitted on them. */
export type Planner = (rows: Int32Array, context: FitContext, trials: number) => Promise<Plan>;

/** Share of a trial's progress that the search for settings is, where there is one. */
const SEARCH_SHARE = 0.8;

/** Fits a model without each fold of held-out rows. A clustering of very few rows has nothing to hold out: it is judged on the rows it learned from. */
export async function runTrials(lesson: Lesson, context: FitContext, planner?: Planner): Promise<Trials> {
  const { table, plan } = lesson;
  const every = Int32Array.from(Array(table.nrow).keys());
  const { method, folds } =
    plan.type === "CLUSTERING" && table.nrow < LEAVE_ONE_OUT_BELOW
      ? { method: "none" as const, folds: [{ train: every, heldOut: every }] }
      : lesson.series
        ? splitSeries(table.nrow)
        : splitUnordered(lesson, context.random.fork(0));
  const rows = Int32Array.from(folds.flatMap(({ heldOut }) => [...heldOut])).sort();
  const position = new Int32Array(table.nrow);
  rows.forEach((row, at) => {
    position[row] = at;
  });
  const trials: Trial[] = [];
  for (const [f, { train, heldOut }] of folds.entries()) {
    const part = {
      ...context,
      random: context.random.fork(f + 1),
      progress: (done: number) => context.progress((f + done) / folds.length),
    };
    const share = (from: number, to: number): FitContext => ({ ...part, progress: (done) => part.progress(from + (to - from) * done) });
    const plan = (await planner?.(train, share(0, SEARCH_SHARE), folds.length)) ?? lesson.plan;
    const { graph, threshold, steps } = await fitWithThreshold({ ...lesson, plan }, train, planner ? share(SEARCH_SHARE, 1) : part);
    trials.push({ graph, plan, threshold, steps, train, heldOut, positions: heldOut.map((row) => position[row]) });
  }
  return { method, trials, rows };
}

function splitUnordered({ semilabel, target, table }: Lesson, random: Random): Split {
  return semilabel ? semilabelFolds(semilabel, random) : splitRows(target, table.nrow, random);
}

/**
 * Fits the model on these rows of the lesson; an outlier detector's threshold comes from its scores of the same rows,
 * unless there are labels to choose one by.
 */
export async function fitWithThreshold(
  { table, target, plan, flaggedShare, maxFpr = 1, semilabel }: Lesson,
  rows: Int32Array,
  context: FitContext,
) {
  const learned = semilabel ? rowsToLearn(semilabel, rows) : rows;
  const part = takeRows(table, learned);
  const { graph, dropped } = await fitGraph(part, takeTarget(target, learned), plan, context);
  const scores = plan.type === "OCC" && !semilabel ? answerOf(graph, part).scores : undefined;
  const steps = scores && shareSteps(scores, flaggedShare);
  return { graph, dropped, steps, threshold: steps && thresholdAt(steps, maxFpr) };
}

export interface HeldOutAnswer {
  answer: Answer;
  /** Outlier detection: 1 where the score is above the threshold of the row's own trial. */
  flagged?: Int32Array;
}

/** Answers for the held-out rows (`table` has those alone, in order), each by the trial that had not seen it. */
export function answerHeldOut({ trials, rows }: Trials, table: Table): HeldOutAnswer {
  const merged: HeldOutAnswer = { answer: {} };
  for (const { graph, threshold, positions } of trials) {
    const answer = answerOf(graph, trials.length === 1 ? table : takeRows(table, positions));
    mergeAnswer(merged.answer, answer, positions, rows.length);
    if (threshold === undefined) continue;
    merged.flagged ??= new Int32Array(rows.length);
    for (const [i, flag] of flags(answer, threshold).entries()) merged.flagged[positions[i]] = flag;
  }
  return merged;
}

function flags({ scores }: Answer, threshold: number): Int32Array {
  return Int32Array.from(scores ?? [], (score) => (score > threshold ? 1 : 0));
}

export interface Figures {
  indicators: Indicators;
  spread: Indicators;
  trainIndicators: Indicators;
  baseline: Indicators;
}

/**
 * Held-out figures over all held-out rows together, or, for clusters, whose numbers differ from fit to fit, the mean over
 * the folds; their deviation over the folds; the mean of the same figures on the training rows; and those of the mean or
 * majority of the training rows, or, for time series, of the value one period before.
 */
export function figuresOfTrials(lesson: Lesson, run: Trials, heldOut: HeldOutAnswer, random: Random): Figures {
  const { type } = lesson.plan;
  const judged = (rows: Int32Array, { answer, flagged }: HeldOutAnswer): Judged => ({
    answer,
    flagged,
    anomalous: anomalousAmong(rows, lesson.semilabel),
    target: takeTarget(lesson.target, rows),
    space: lesson.space && takeSpace(lesson.space, rows),
  });
  const onRows = (trial: Trial, rows: Int32Array): Indicators => {
    const answer = answerOf(trial.graph, takeRows(lesson.table, rows));
    const flagged = trial.threshold === undefined ? undefined : flags(answer, trial.threshold);
    return figuresOf(type, judged(rows, { answer, flagged }), random);
  };
  const onTrain = run.trials.map((trial) => onRows(trial, trial.train));
  const byFold =
    run.trials[0].heldOut.length < 2 ? [] : run.trials.map((trial, f) => withClusterCount(onRows(trial, trial.heldOut), onTrain[f]));
  const pooled = type === "CLUSTERING" ? meanFigures(byFold) : figuresOf(type, judged(run.rows, heldOut), random);
  return {
    indicators: pooled,
    spread: spreadOfFigures(byFold),
    trainIndicators: meanFigures(onTrain),
    baseline: lesson.series ? naiveFigures(lesson, run, random) : baselineFigures(lesson, run, random),
  };
}

/** The clusters that a model has, not those into which the held-out rows happen to fall. */
function withClusterCount(heldOut: Indicators, train: Indicators): Indicators {
  return "n_clusters" in train ? { ...heldOut, n_clusters: train.n_clusters } : heldOut;
}

function naiveFigures({ plan, target, table, series }: Lesson, { rows }: Trials, random: Random): Indicators {
  const before = findColumn(table, lagName(series?.response ?? "", 1));
  const values = before && before.type !== "s" ? before.values : new Float64Array(0);
  const answer = { values: Float64Array.from(rows, (row) => values[row]) };
  return figuresOf(plan.type, { answer, target: takeTarget(target, rows) }, random);
}

/** Of the mean or majority of the rows that each trial learned from. */
export function baselineFigures({ plan, target }: Lesson, { trials, rows }: Trials, random: Random): Indicators {
  if (target.kind === "none") return {};
  const answer: Answer = {};
  for (const { train, heldOut, positions } of trials) {
    mergeAnswer(answer, baselineAnswer(takeTarget(target, train), heldOut.length), positions, rows.length);
  }
  return figuresOf(plan.type, { answer, target: takeTarget(target, rows) }, random);
}

export function takeSpace(space: Matrix, rows: Int32Array): Matrix {
  return { nrow: rows.length, ncol: space.ncol, columns: space.columns.map((column) => Float64Array.from(rows, (row) => column[row])) };
}
