import {
  type EvaluationPredictions,
  type EvaluationWarning,
  isSupervised,
  type ModelEvaluation,
  type ModelInfo,
  type ModelSpec,
  type PredictionResult,
  seriesNameColumns,
} from "@agatha/contracts";
import { MAX_PERIODS_AHEAD } from "../../algorithms/base/fitted-forecast.js";
import { createLevelAligner } from "../../data/tables/known-levels.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { withTextNames } from "../../data/time-series/series-names.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { type KnownRows, recognizeRows } from "../../training/known-rows.js";
import { readActualValues } from "./actual-values.js";
import { drawnTestRows, type UnitsOf } from "./drawn-test-rows.js";
import { evaluateClassification, evaluateClustering, evaluateOutliers, evaluateRegression } from "./evaluation-metrics.js";
import { eventPeriods } from "./event-periods.js";
import { inTableOrder, type ModelInputRows, matchedInputRows } from "./model-input-rows.js";
import { seriesInputRows } from "./series-input-rows.js";

/** Trained model, with the information that its file lacks. */
interface ModelToEvaluate {
  model: ServingModel;
  info: ModelInfo;
  /** Rows that the model learned from; undefined for models of earlier versions. */
  known: KnownRows | undefined;
  /** Column that is predicted, or that marks known anomalies. */
  actualColumn: string | undefined;
  timeSeries: ModelSpec["timeSeries"];
}

/** Fixed seed, so that every evaluation samples the same rows. */
const SEED = 1;

/**
 * Predicts the test rows with `predict` and returns the predictions and metrics. Throws InvalidInput (evaluationInputColumns,
 * evaluationInputSemilabel) that names the columns that do not match.
 */
export async function evaluateModel(
  rows: Table,
  evaluated: ModelToEvaluate,
  predict: (inputs: Table) => Promise<PredictionResult>,
): Promise<{ evaluation: ModelEvaluation; predictions: EvaluationPredictions }> {
  const { model, timeSeries } = evaluated;
  const asRead = withTrainingTexts(withTextNames(rows, seriesNameColumns(timeSeries)), evaluated);
  const periods = eventPeriods(asRead, model, timeSeries);
  const test = periods?.test ?? asRead;
  const selected = modelInputRows(test, evaluated);
  const actual =
    evaluated.actualColumn === undefined
      ? undefined
      : readActualValues(test, model.type, {
          name: evaluated.actualColumn,
          rows: selected.rows,
          anomalyValue: anomalyValueOf(evaluated.info),
        });
  const reached = withinReach(selected.inputs, evaluated);
  const prediction = await predict(withRecentResponse(reached.inputs, evaluated, actual?.values));
  const { drawn, unitsOf } = drawnTestRows(test, selected.rows, evaluated);
  const scored = { inputs: selected.inputs, actual: actual?.values, prediction, unitsOf };
  const metrics = computeModelMetrics(evaluated, scored);
  const known = evaluated.known && describeKnownRows(evaluated.known, evaluated, { ...scored, all: takeRows(test, selected.rows) });
  const ofActual = actual?.warnings ?? [];
  const warnings = [...selected.warnings, ...ofActual, ...(metrics.warnings ?? []), ...reached.warnings, ...sumsWarnings(evaluated)];
  const rowsInFile = periods ? selected.rows.map((row) => periods.rows[row]) : selected.rows;
  const evaluation = { rows: selected.rows.length, threshold: prediction.threshold, drawn, ...metrics, warnings, known };
  return {
    evaluation,
    predictions: { ...inInputOrder(rows.nrow, rowsInFile, { actual: actual?.values, prediction }), ...othersOf(evaluated.info) },
  };
}

/** Gives the inputs and the actual values the texts that they are in the training, which may have blanks at their ends. */
function withTrainingTexts(test: Table, { model, info, actualColumn }: ModelToEvaluate): Table {
  const { classification, outlier } = info;
  const value = outlier?.labels?.value;
  const levels = classification?.labels ?? (value === undefined ? [] : [value]);
  const actual = actualColumn === undefined ? [] : [{ name: actualColumn, type: "s" as const, levels }];
  return createLevelAligner([...model.inputs, ...actual])(test);
}

/**
 * Returns the value that marks an anomaly in the test rows. It is null if every value marks one, as several values did in the
 * training. If only one kind was known, the test rows may have its opposite too.
 */
function anomalyValueOf({ outlier }: ModelInfo): string | null | undefined {
  const { value, kinds = 0 } = outlier?.labels ?? {};
  return value ?? (kinds > 1 ? null : undefined);
}

/** Counts the test rows that the model learned from, and evaluates the others. */
function describeKnownRows(
  known: KnownRows,
  evaluated: ModelToEvaluate,
  { all, ...scored }: ScoredRows & { all: Table },
): ModelEvaluation["known"] {
  const { inputs, actual } = scored;
  const supervised = isSupervised(evaluated.model.type);
  const { row, group } = recognizeRows(known, { inputs, all, actual: supervised ? actual : undefined });
  const counts = { rows: row.filter(Boolean).length, groups: group.filter(Boolean).length };
  if (counts.rows + counts.groups === 0) return counts;
  const isNew = (at: number) => !row[at] && !group[at];
  if (!supervised) return { ...counts, ...detectorOnNewRows(evaluated, scored, rowsWhere(inputs.nrow, isNew)) };
  if (!actual) return counts;
  const {
    rows = 0,
    indicators,
    intervals = {},
    baseline_differences = {},
  } = computeModelMetrics(evaluated, {
    ...scored,
    actual: actual.map((value, at) => (isNew(at) ? value : null)),
    withoutClasses: true,
  });
  return { ...counts, new_rows: { rows, indicators, intervals, baseline_differences } };
}

/** Evaluates the answers of a detector to the new test rows. Clusters of a part of the rows are no figures of the others. */
function detectorOnNewRows(
  evaluated: ModelToEvaluate,
  scored: ScoredRows,
  rows: Int32Array,
): Pick<NonNullable<ModelEvaluation["known"]>, "new_rows"> {
  if (rows.length > 0 && evaluated.model.type !== "OCC") return {};
  const { rows: judged, indicators, intervals = {}, choices } = detectorMetrics(evaluated, scored, rows);
  return { new_rows: { rows: judged, indicators, intervals, baseline_differences: {}, choices } };
}

/** Evaluates the answers of a detector to some test rows. Those without an answer do not count. */
function detectorMetrics(
  { info }: ModelToEvaluate,
  { inputs, actual, prediction: { value, score }, unitsOf }: ScoredRows,
  some: Int32Array,
): ModelMetrics & { rows: number } {
  const rows = some.filter((row) => value[row] !== null);
  if (rows.length === 0) return { rows: 0, indicators: {} };
  const at = Array.from(rows);
  const figures = evaluateOutliers(
    takeRows(inputs, rows),
    { value: at.map((row) => value[row]), score: score && at.map((row) => score[row]) },
    { actual: actual && at.map((row) => actual[row]), choices: info.outlier?.choices ?? [], units: unitsOf?.(rows) },
    createRandom(SEED),
  );
  return { rows: rows.length, ...figures };
}

function modelInputRows(test: Table, { model, info, timeSeries }: ModelToEvaluate): ModelInputRows {
  const { inputs, response, forecasts, timezone, period, lastPeriods } = model;
  if (timeSeries && response !== null && !forecasts) {
    return seriesInputRows(test, { inputs, response, timeSeries, timezone, period, lastPeriods });
  }
  // Times of new rows lie after those of the training.
  const required = inputs.map((input) => (input.name === timeSeries?.time ? { ...input, min: null, max: null } : input));
  return matchedInputRows(test, required, info.validation.groupColumns);
}

/** Leaves out the times that lie too far after the training for forecasters, so that these rows have no prediction, with a warning. */
function withinReach(inputs: Table, { model, timeSeries }: ModelToEvaluate): Pick<ModelInputRows, "inputs" | "warnings"> {
  const isBeyond = model.beyondReach?.(inputs) ?? [];
  if (!timeSeries || !isBeyond.includes(true)) return { inputs, warnings: [] };
  const { time } = timeSeries;
  const columns = inputs.columns.map((column) =>
    column.name === time && column.type !== "s"
      ? { ...column, values: column.values.map((value, row) => (isBeyond[row] ? Number.NaN : value)) }
      : column,
  );
  const message = `Rows more than ${MAX_PERIODS_AHEAD} periods after the training are not predicted: train the model again`;
  return { inputs: { ...inputs, columns }, warnings: [{ code: "beyond_forecast", column: time, message }] };
}

/** Adds the response for forecasters, which predict each row from the values before it, as models of lags do. */
function withRecentResponse(inputs: Table, { model, timeSeries }: ModelToEvaluate, actual: ScoredRows["actual"]): Table {
  const { response, forecasts } = model;
  if (!forecasts || response === null || !actual || timeSeries?.hierarchy) return inputs;
  const values = Float64Array.from(actual, (value) => (typeof value === "number" ? value : Number.NaN));
  return { ...inputs, columns: [...inputs.columns, { name: response, type: "n", values }] };
}

/** Warns that a hierarchy does not use the values of the test rows, since its sums continue only together with all their series. */
function sumsWarnings({ timeSeries }: ModelToEvaluate): EvaluationWarning[] {
  if (!timeSeries?.hierarchy) return [];
  const message = "Series that add up are forecast from the end of the training; other models know the values before each row";
  return [{ code: "forecast_from_training", column: timeSeries.time, message }];
}

interface ScoredRows {
  inputs: Table;
  actual: (number | string | null)[] | undefined;
  prediction: PredictionResult;
  /** Returns the number of the unit that each row is drawn with; undefined where each row is drawn alone. */
  unitsOf: UnitsOf | undefined;
  /** Leaves out the intervals of each class. */
  withoutClasses?: boolean;
}

type ModelMetrics = Pick<
  ModelEvaluation,
  "indicators" | "intervals" | "class_intervals" | "baseline" | "baseline_intervals" | "baseline_differences" | "choices"
> & {
  rows?: number;
  warnings?: EvaluationWarning[];
};

function computeModelMetrics(evaluated: ModelToEvaluate, scored: ScoredRows): ModelMetrics {
  const { model, info, actualColumn: response = "" } = evaluated;
  const { inputs, actual, prediction, unitsOf, withoutClasses } = scored;
  const all = Int32Array.from(prediction.value.keys());
  switch (model.type) {
    case "REGRESSION":
      return evaluateRegression(actual ?? [], prediction, unitsOf);
    case "CLASSIFICATION":
      return evaluateClassification(actual ?? [], prediction, {
        response,
        labels: info.classification?.labels ?? [],
        unitsOf,
        withoutClasses,
      });
    case "OCC":
      return detectorMetrics(evaluated, scored, all);
    case "CLUSTERING":
      return evaluateClustering(inputs, prediction, createRandom(SEED), unitsOf?.(all));
  }
}

/** Returns what the rows without a label are. */
const othersOf = ({ outlier }: ModelInfo): Pick<EvaluationPredictions, "unlabeled"> =>
  outlier?.labels?.normal === true ? { unlabeled: "normal" } : {};

/** Returns one entry per row of the test table; null for rows without a prediction. */
function inInputOrder(
  nrow: number,
  rows: Int32Array,
  { actual, prediction }: Omit<ScoredRows, "inputs" | "unitsOf">,
): EvaluationPredictions {
  if (rows.every((row, i) => row === i) && rows.length === nrow) return { actual, prediction };
  const spread = <T>(values: readonly T[]) => inTableOrder(values, { rows, nrow, missing: null });
  return { actual: actual && spread(actual), prediction: { value: spread(prediction.value) } };
}
