import { choiceFor, type HeldOutPredictions, type ModelInfo } from "@agatha/contracts";
import { takeRows } from "../data/tables/table.js";
import type { ThresholdStep } from "../evaluation/thresholds.js";
import type { TrainedModel } from "../model/artifact/artifact.js";
import { answerOf } from "../model/artifact/graph.js";
import { resultOf } from "../model/artifact/result.js";
import { partialDependence } from "../model/explain/partial-dependence.js";
import type { FitContext } from "../numeric/fit-context.js";
import { createPace } from "../numeric/pace.js";
import type { Random } from "../numeric/random.js";
import {
  describeClassification,
  describeClusters,
  describeOutliers,
  describeProbabilities,
  describeRegression,
} from "./describe-answer.js";
import { describeImportance } from "./importance.js";
import type { Lesson } from "./lesson.js";
import { nodeFigures } from "./node-figures.js";
import { describeThresholds } from "./outlier-thresholds.js";
import { takeTarget } from "./target.js";
import { figuresOfTrials, type HeldOutAnswer, type Trials } from "./trials.js";
import type { Trust } from "./trust.js";

/** Everything that is known once the trials and the final fit are done. */
export interface Outcome {
  lesson: Lesson;
  model: TrainedModel;
  run: Trials;
  /** Outlier detection: the model's thresholds by the limit on contamination. */
  steps: readonly ThresholdStep[] | undefined;
  heldOut: HeldOutAnswer;
  trust: Trust;
  warnings: ModelInfo["warnings"];
}

/** Columns whose partial dependence is shown: the most important ones. */
const DEPENDED = 6;

/** Everything that a model tells. The work in it is the importance of the columns. */
export async function describeModel(outcome: Outcome, context: FitContext): Promise<ModelInfo> {
  const { lesson, model, run, heldOut } = outcome;
  const figures = figuresOfTrials(lesson, run, heldOut, context.random.fork(0));
  const names = model.inputs.map(({ name }) => name);
  const held = takeRows(lesson.table, run.rows);
  const answers = describeAnswers(outcome, context.random.fork(2));
  const paceFrom = (from: number, to: number) =>
    createPace({ ...context, progress: (done) => context.progress(from + (to - from) * done) });
  const pace = paceFrom(0, 0.7);
  const importance = await describeImportance(outcome, names, { random: context.random.fork(1), pace });
  const depended = importance.importance.slice(0, DEPENDED).map(({ column }) => column);
  return {
    type: model.type,
    response: model.response,
    algorithms: [...new Set(model.graph.layers.flat().map(({ algorithm }) => algorithm))],
    inputs: model.inputs,
    validation: {
      method: run.method,
      folds: run.method === "none" ? 0 : run.trials.length,
      trainRows: run.trials[0].train.length,
      heldOutRows: run.method === "none" ? 0 : run.rows.length,
    },
    indicators: {
      ...figures.indicators,
      // Of the probabilities that are answered, which are calibrated ones.
      ...(outcome.trust.calibration && { log_loss: outcome.trust.calibration.after.log_loss }),
      ...choiceFor(answers.outlier?.choices ?? [], lesson.maxFpr ?? 1)?.indicators,
    },
    spread: figures.spread,
    train_indicators: figures.trainIndicators,
    baseline: figures.baseline,
    nodes: nodeFigures(lesson, run, held, context.random.fork(3)),
    baseline_kind: lesson.series
      ? "naive"
      : lesson.target.kind === "number"
        ? "mean"
        : lesson.target.kind === "class"
          ? "majority"
          : "none",
    ...importance,
    partial_dependence: model.type === "CLUSTERING" ? undefined : await partialDependence(model, depended, paceFrom(0.7, 1)),
    warnings: outcome.warnings,
    ...answers,
  };
}

const NOTHING = new Float64Array(0);

/** What there is to say about the answers of this type of model, with rows counted as in the dataset in use. */
function describeAnswers({ lesson, model, run, heldOut, trust, steps = [] }: Outcome, random: Random): Partial<ModelInfo> {
  const target = takeTarget(lesson.target, run.rows);
  const rows = run.rows.map((row) => lesson.rows[row]);
  if (target.kind === "number")
    return { regression: { ...describeRegression(rows, target.values, heldOut.answer), interval: trust.interval } };
  if (target.kind === "class") {
    return {
      classification: { ...describeClassification(rows, target, heldOut.answer), ...describeProbabilities(target, heldOut.answer, trust) },
    };
  }
  const { scores = NOTHING, clusters } = answerOf(model.graph, lesson.table);
  const used = new Set(model.inputs.map(({ name }) => name));
  if (clusters)
    return {
      clustering: describeClusters(clusters, { ...lesson.table, columns: lesson.table.columns.filter(({ name }) => used.has(name)) }),
    };
  const thresholds = describeThresholds({ lesson, run, heldOut }, steps, random);
  return { outlier: { ...describeOutliers(scores, model.threshold ?? Number.POSITIVE_INFINITY), ...thresholds } };
}

function semilabelsOf({ semilabel }: Lesson, rows: Int32Array): string[] | undefined {
  return semilabel && Array.from(rows, (row) => semilabel.labels[row]);
}

/**
 * The held-out predictions that the figures come from. Cluster numbers differ from fit to fit, and nothing was held back
 * from a clustering: there these are the model's own for all rows.
 */
export function heldOutPredictions({ lesson, model, run, heldOut }: Outcome): HeldOutPredictions {
  if (model.type === "CLUSTERING") {
    return { rows: Array.from(lesson.rows), prediction: resultOf(model.type, answerOf(model.graph, lesson.table), []) };
  }
  const target = takeTarget(lesson.target, run.rows);
  const threshold = run.trials.length === 1 ? run.trials[0].threshold : undefined;
  const prediction = resultOf(model.type, heldOut.answer, model.graph.labels, threshold);
  const flagged = heldOut.flagged;
  return {
    rows: Array.from(run.rows, (row) => lesson.rows[row]),
    actual:
      target.kind === "number"
        ? Array.from(target.values)
        : target.kind === "class"
          ? Array.from(target.codes, (code) => target.labels[code])
          : semilabelsOf(lesson, run.rows),
    prediction: flagged ? { ...prediction, value: Array.from(flagged, (flag) => flag === 1) } : prediction,
  };
}
