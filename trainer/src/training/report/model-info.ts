import { type ModelInfo, thresholdChoiceFor, withinLimits } from "@agatha/contracts";
import { type Table, takeRows } from "../../data/tables/table.js";
import { answeredClasses } from "../../evaluation/metrics/classification-metrics.js";
import { rankByEachClass, rankedProbabilities } from "../../evaluation/metrics/rank-rows.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { judgedScores } from "../../model/artifact/period-warnings.js";
import { partialDependence } from "../../model/explain/partial-dependence.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { type ProgressRange, wholeProgress } from "../../numeric/progress-range.js";
import type { Random } from "../../numeric/random.js";
import { RANDOM_ROWS } from "../../numeric/split.js";
import { countDistinct } from "../../numeric/statistics.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { REPORT_PROGRESS } from "../context/progress-shares.js";
import { REPORT_STREAMS } from "../context/random-streams.js";
import { type CrossValidation, meanOverHeldOutRows } from "../hold-out/cross-validate.js";
import { dominantGroupWarnings } from "../hold-out/dominant-groups.js";
import { heldOutCalibrationUncertainty, heldOutClassUncertainty } from "../hold-out/metric-uncertainty.js";
import { nodeMetrics } from "../hold-out/node-metrics.js";
import { describeThresholds } from "../hold-out/outlier-thresholds.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { evaluationWarnings, overfitWarnings, separationWarnings } from "../plan/training-warnings.js";
import { describeImportance } from "./describe-importance.js";
import { inputsWithNext } from "./describe-inputs.js";
import {
  describeClassification,
  describeClusters,
  describeProbabilities,
  describeRegression,
  mostAnomalous,
  scoreHistogram,
} from "./describe-predictions.js";
import { describeSeriesAnomalies } from "./describe-series-anomalies.js";
import { answeredHeldOut, type TrainingOutcome } from "./training-outcome.js";

/** Number of columns with partial dependence: the most important ones. */
const MAX_PARTIAL_DEPENDENCE_COLUMNS = 6;

/** Number of held-out rows with a curve of their own, shown with the partial dependence. */
const MAX_INDIVIDUAL_ROWS = 30;

/** Returns the model's information. Most of the work is the importance of the columns. */
export async function describeModel(outcome: TrainingOutcome, context: FitContext): Promise<ModelInfo> {
  const { trainingSet, model, crossValidation, metrics, figures } = outcome;
  // The columns of a hierarchy name a series together: one alone cannot be shuffled.
  const naming = trainingSet.series?.periods.hierarchy?.columns ?? [];
  const columns = model.inputs.map(({ name }) => name).filter((name) => !naming.includes(name));
  const heldOutTable = takeRows(trainingSet.table, crossValidation.heldOutRows);
  const descriptions = describePredictions(outcome, context.random.fork(REPORT_STREAMS.thresholds));
  const yielderOf = (range: ProgressRange) =>
    createYielder({ ...context, progress: (done) => context.progress(wholeProgress(range, done)) });
  const yieldToEventLoop = yielderOf(REPORT_PROGRESS.importance);
  const importance = await describeImportance(outcome, columns, {
    random: context.random.fork(REPORT_STREAMS.importance),
    yieldToEventLoop,
  });
  const mostImportant = importance.importance.slice(0, MAX_PARTIAL_DEPENDENCE_COLUMNS).map(({ column }) => column);
  const indicators = {
    ...metrics.heldOut,
    // Rows that are judged together have no threshold.
    ...(trainingSet.falseAlarms?.of !== "alarms" &&
      thresholdChoiceFor(descriptions.outlier?.choices ?? [], trainingSet.maxFpr ?? 1)?.indicators),
  };
  return {
    type: model.type,
    response: model.response,
    algorithms: [...new Set(model.graph.layers.flat().map(({ algorithm }) => algorithm))],
    inputs: inputsWithNext(model),
    validation: {
      method: crossValidation.method,
      folds: crossValidation.method === "none" ? 0 : crossValidation.folds.length,
      trainRows: Math.floor(meanOverHeldOutRows(crossValidation.folds, ({ train }) => train.length)),
      heldOutRows: crossValidation.method === "none" ? 0 : crossValidation.heldOutRows.length,
      ...describeRows(outcome),
    },
    indicators,
    spread: metrics.spread,
    train_indicators: metrics.training,
    baseline: metrics.baseline,
    intervals: figures.intervals,
    baseline_intervals: figures.baselineIntervals,
    baseline_differences: figures.baselineDifferences,
    nodes: await nodeMetrics(trainingSet, crossValidation, heldOutTable, {
      random: context.random.fork(REPORT_STREAMS.nodeMetrics),
      calibrated: outcome.uncertainty.probabilities,
      pause: async () => await yieldToEventLoop(1),
    }),
    baseline_kind: baselineKindOf(trainingSet),
    ...importance,
    partial_dependence:
      model.type === "CLUSTERING" || trainingSet.plan.calendar
        ? undefined
        : await partialDependence(
            model,
            { names: mostImportant, individual: individualRows(trainingSet, crossValidation) },
            yielderOf(REPORT_PROGRESS.partialDependence),
          ),
    warnings: [
      ...evaluationWarnings(model.type, indicators, {
        labelled: trainingSet.semilabel !== undefined,
        mayRaiseNone: trainingSet.falseAlarms !== undefined || trainingSet.plan.calendar !== undefined,
        heldOut: (trainingSet.validation?.splitter ?? RANDOM_ROWS).rows,
      }),
      ...separationWarnings(model.type, indicators),
      ...overfitWarnings(indicators, metrics.training, metrics.baseline),
      ...groupWarnings(outcome, heldOutTable),
      ...outcome.warnings,
    ],
    ...descriptions,
  };
}

/** Returns which guess the baseline is. */
function baselineKindOf({ series, target }: TrainingSet): ModelInfo["baseline_kind"] {
  if (series) return "naive";
  if (target.kind === "number") return "mean";
  return target.kind === "class" ? "majority" : "none";
}

function groupWarnings({ trainingSet, crossValidation, heldOut }: TrainingOutcome, table: Table): ModelInfo["warnings"] {
  const { groups: all, groupColumns = [] } = trainingSet.validation ?? {};
  const { values } = heldOut.prediction;
  const target = takeTarget(trainingSet.target, crossValidation.heldOutRows);
  if (!all || groupColumns.length === 0 || !values || target.kind !== "number") return [];
  const errors = target.values.map((value, i) => value - values[i]);
  return dominantGroupWarnings({ errors, groups: crossValidation.heldOutRows.map((row) => all[row]), table, groupColumns });
}

/** Returns held-out rows at even distances, for the curves of single rows. */
function individualRows({ table, datasetRows }: TrainingSet, { heldOutRows }: CrossValidation) {
  const count = Math.min(MAX_INDIVIDUAL_ROWS, heldOutRows.length);
  const chosen = Int32Array.from({ length: count }, (_, i) => heldOutRows[Math.floor((i * heldOutRows.length) / count)]);
  return { table: takeRows(table, chosen), rows: Array.from(chosen, (row) => datasetRows[row]) };
}

/** Describes which rows were held out together. */
function describeRows({
  trainingSet: { series, validation },
  crossValidation: { method },
  alternative,
}: TrainingOutcome): Partial<ModelInfo["validation"]> {
  if (series || method === "none") return {};
  const { splitter, groupColumns = [], groupedBy, groups, timeColumn } = validation ?? { splitter: RANDOM_ROWS };
  return {
    rows: splitter.rows,
    ...(groupColumns.length > 0 && { groupColumns }),
    ...(groupedBy && { groupedBy }),
    ...(groups && { groups: countDistinct(groups) }),
    ...(timeColumn !== undefined && { timeColumn }),
    ...(alternative && { other: alternative }),
  };
}

function describeLimits({ trainingSet: { target, plan }, model: { graph } }: TrainingOutcome): Pick<Regression, "limits"> {
  const { limits } = graph;
  if (!limits || target.kind !== "number") return {};
  const beyond = target.values.filter((value) => withinLimits(value, limits) !== value);
  const { last: _last, ...ends } = limits;
  return { limits: { ...ends, requested: plan.limits?.requested !== undefined, rows_beyond: beyond.length } };
}

type Regression = NonNullable<ModelInfo["regression"]>;

const EMPTY = new Float64Array(0);

/** Describes the predictions of this type of model. Row numbers are those of the dataset in use. */
function describePredictions(outcome: TrainingOutcome, random: Random): Partial<ModelInfo> {
  const { trainingSet, model, crossValidation, heldOut, uncertainty, clusters, thresholdSteps = [] } = outcome;
  const target = takeTarget(trainingSet.target, crossValidation.heldOutRows);
  const rows = crossValidation.heldOutRows.map((row) => trainingSet.datasetRows[row]);
  if (target.kind === "number") {
    const { interval } = uncertainty;
    return { regression: { ...describeRegression(rows, target.values, heldOut.prediction), interval, ...describeLimits(outcome) } };
  }
  if (target.kind === "class") {
    const answered = answeredHeldOut({ trainingSet, heldOut, uncertainty }).prediction;
    const predicted = answeredClasses(target, answered.probabilities ?? EMPTY);
    const { probabilities = EMPTY } = heldOut.prediction;
    const calibrated = uncertainty.probabilities ?? probabilities;
    const classCount = target.labels.length;
    const ranked = rankByEachClass({
      codes: target.codes,
      classCount,
      probabilities: rankedProbabilities(classCount, probabilities, calibrated),
    });
    return {
      classification: {
        ...describeClassification(rows, target, { predicted, probabilities: calibrated }),
        class_intervals: heldOutClassUncertainty(trainingSet, crossValidation, { predicted, ranked }),
        calibration: uncertainty.calibration,
        ...describeProbabilities(target, { ranked, calibrated }),
        ...(uncertainty.calibration && {
          calibration_intervals: heldOutCalibrationUncertainty(trainingSet, crossValidation, { learned: probabilities, calibrated }),
        }),
        ...(target.decision && { costs: target.decision.costs }),
      },
    };
  }
  if (clusters) {
    const used = new Set(model.inputs.map(({ name }) => name));
    const columns = trainingSet.table.columns.filter(({ name }) => used.has(name));
    return { clustering: describeClusters(clusters, { ...trainingSet.table, columns }) };
  }
  const thresholds = describeThresholds({ trainingSet, crossValidation, heldOut }, thresholdSteps, random);
  return { outlier: { threshold: model.threshold ?? Number.POSITIVE_INFINITY, ...describeScores(outcome), ...thresholds } };
}

/**
 * Describes the scores of an outlier detector. The histogram has held-out scores, as the threshold does: a detector scores rows that it
 * learned from lower than others, and hardly any of them is beyond it. A detector in series forecasts each value before it sees it, and
 * its own scores show the alarms that it lists. The most anomalous rows are told by the model's own scores: in a forest, a value far
 * from all others is unusual only if it was among them.
 */
function describeScores({ trainingSet: { table, datasetRows }, model, heldOut }: TrainingOutcome) {
  const { scores = EMPTY } = predictGraph(model.graph, table);
  const series = describeSeriesAnomalies(model, table, scores);
  const judged = judgedScores(model.graph, table, scores);
  const histogram = series ? scoreHistogram(judged) : { ...scoreHistogram(heldOut.prediction.scores ?? EMPTY), held_out: true as const };
  return { scores: histogram, ...(series && { series }), most_anomalous: mostAnomalous(datasetRows, judged) };
}
