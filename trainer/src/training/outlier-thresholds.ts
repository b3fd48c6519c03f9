import type { Indicators, ModelInfo, ThresholdChoice } from "@agatha/contracts";
import { takeRows } from "../data/tables/table.js";
import { nestedSilhouettes } from "../evaluation/nested-silhouettes.js";
import { outlierFigures } from "../evaluation/outlier.js";
import { rocCurve } from "../evaluation/roc.js";
import { labelledSteps, type ThresholdStep, thresholdAt } from "../evaluation/thresholds.js";
import type { Matrix } from "../numeric/matrix.js";
import type { Random } from "../numeric/random.js";
import type { Lesson } from "./lesson.js";
import { anomalousAmong } from "./semilabel.js";
import { answerHeldOut, type HeldOutAnswer, type Trials, takeSpace } from "./trials.js";

/** Choices that a model tells at the most; between two of them the stricter one holds. */
const MOST_CHOICES = 100;

/**
 * The trials of a semi-labeled lesson with their thresholds: that of the model itself is chosen on the scores of all
 * held-out rows, each given by a model that had not learned from it; that of each trial on those of the other trials'
 * held-out rows alone, so that the held-out figures hold for a threshold that was chosen without the rows it is judged on.
 */
export function withLabelledThresholds(lesson: Lesson, run: Trials): Trials {
  const { semilabel, maxFpr = 1 } = lesson;
  if (!semilabel) return run;
  const scores = answerHeldOut(run, takeRows(lesson.table, run.rows)).answer.scores ?? new Float64Array(0);
  const stepsOf = (positions: Int32Array) =>
    labelledSteps(
      Float64Array.from(positions, (at) => scores[at]),
      positions.map((at) => semilabel.anomalous[run.rows[at]]),
    );
  const every = Int32Array.from(run.rows.keys());
  const trials = run.trials.map((trial) => {
    const own = new Set(trial.positions);
    const steps = stepsOf(every.filter((at) => !own.has(at)));
    return { ...trial, steps, threshold: thresholdAt(steps, maxFpr) };
  });
  return { ...run, trials, steps: stepsOf(every) };
}

/** What a detector tells of its threshold: the choice for each limit on contamination, and with labels how its scores rank. */
export function describeThresholds(
  { lesson, run, heldOut }: { lesson: Lesson; run: Trials; heldOut: HeldOutAnswer },
  steps: readonly ThresholdStep[],
  random: Random,
): Pick<NonNullable<ModelInfo["outlier"]>, "choices" | "labels"> {
  const scores = heldOut.answer.scores ?? new Float64Array(0);
  const anomalous = anomalousAmong(run.rows, lesson.semilabel);
  const limits = limitsOf([steps, ...run.trials.map((trial) => trial.steps ?? [])], lesson.maxFpr ?? 1);
  const from = flaggedFrom(run, scores, limits);
  const figures = figuresByLimit({ from, anomalous, space: lesson.space && takeSpace(lesson.space, run.rows) }, limits.length, random);
  const choices = limits.map(
    (max_fpr, i): ThresholdChoice => ({ max_fpr, threshold: thresholdAt(steps, max_fpr), indicators: figures[i] }),
  );
  if (!anomalous || !lesson.semilabel) return { choices };
  const anomalies = anomalous.reduce((sum, one) => sum + one, 0);
  return {
    choices,
    labels: {
      anomalies,
      unlabeled: anomalous.length - anomalies,
      learned: lesson.semilabel.learnsAnomalies,
      roc: rocCurve(scores, (row) => anomalous[row] === 1),
    },
  };
}

/** Every limit from which on anything changes, ascending, and the one that was asked for; the others thinned out where they are too many. */
function limitsOf(all: readonly (readonly ThresholdStep[])[], asked: number): number[] {
  const limits = [...new Set(all.flatMap((steps) => steps.map(({ limit }) => limit)))].sort((a, b) => a - b);
  const thinned =
    limits.length <= MOST_CHOICES
      ? limits
      : Array.from({ length: MOST_CHOICES }, (_, i) => limits[Math.round((i * (limits.length - 1)) / (MOST_CHOICES - 1))]);
  return [...new Set([...thinned, Math.min(1, asked)])].sort((a, b) => a - b);
}

/** For each held-out row the number of the first limit under which its own trial flags it; the count of limits where none does. */
function flaggedFrom({ trials, rows }: Trials, scores: Float64Array, limits: readonly number[]): Int32Array {
  const from = new Int32Array(rows.length).fill(limits.length);
  for (const { positions, steps = [] } of trials) {
    const thresholds = limits.map((limit) => thresholdAt(steps, limit));
    for (const at of positions) from[at] = firstAbove(scores[at], thresholds);
  }
  return from;
}

/** Position of the first of some falling thresholds that a score is above; their count when it is above none. */
export function firstAbove(score: number, thresholds: readonly number[]): number {
  const first = thresholds.findIndex((threshold) => score > threshold);
  return first < 0 ? thresholds.length : first;
}

export interface Flagging {
  /** For each row the number of the first limit under which it is flagged. */
  from: Int32Array;
  anomalous: Int32Array | undefined;
  space: Matrix | undefined;
}

/** The figures for each of `count` limits. */
export function figuresByLimit({ from, anomalous, space }: Flagging, count: number, random: Random): Indicators[] {
  const silhouettes = space ? nestedSilhouettes(space, from, count, random) : [];
  return Array.from({ length: count }, (_, number) => {
    const flagged = from.map((first) => (first <= number ? 1 : 0));
    return { ...outlierFigures(flagged, anomalous), silhouette_score: silhouettes[number] ?? null };
  });
}
