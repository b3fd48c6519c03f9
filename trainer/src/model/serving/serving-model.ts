import {
  type ClassDecision,
  ERRORS,
  ensureDecisionFits,
  falseAlarmShare,
  InvalidInput,
  type ModelInput,
  type ModelType,
  type PredictionResult,
  pastInputs,
  type SeriesPeriod,
} from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import type { TextFormats } from "../../data/ingest/cells/text-formats.js";
import { createLevelAligner } from "../../data/tables/known-levels.js";
import type { Table } from "../../data/tables/table.js";
import { leastPValue } from "../../evaluation/conformal-p-values.js";
import { type StreamBudget, streamBudget } from "../../evaluation/stream-alarms.js";
import { decodeArtifact, type TrainedModel } from "../artifact/artifact.js";
import { calendarOf, detectorOf, hourInputs, limitAnswers, predictGraph, predictUnlimited } from "../artifact/graph.js";
import { futureRowInputs, withPlannedValues } from "../artifact/known-ahead.js";
import { type LastPeriods, lastPeriods } from "../artifact/last-periods.js";
import { futureRows, nextLaggedPeriods } from "../artifact/next-lagged-periods.js";
import { type AskedPeriods, nextPeriodTables, seriesWarnings, withAllSeries } from "../artifact/next-periods.js";
import { periodIntervals } from "../artifact/period-intervals.js";
import { detectorWarnings, judgedScores } from "../artifact/period-warnings.js";
import { forecastsRows, predictForecast } from "../artifact/predict-forecast.js";
import { toResultWithUncertainty } from "../artifact/prediction-result.js";
import { beyondReach, recentValueInput, withRecentValues } from "../artifact/recent-values.js";
import { hasForecasters } from "../artifact/series-intervals.js";
import { type ExplainedRows, explainRows } from "../explain/explain-rows.js";
import { columnsOutside, extrapolationMarks } from "./extrapolation.js";
import { createInputField, recordsToTable } from "./records-to-table.js";
import { type RowColumns, rowColumnsOf } from "./row-columns.js";
import { createTrainingSpace, type TrainingSpace } from "./training-space.js";

/** Trained model in memory, ready to predict. */
export interface ServingModel {
  readonly type: ModelType;
  readonly response: string | null;
  /** IANA time zone of times without an offset. */
  readonly timezone: string;
  /** How the file of the training writes its columns: text is read so. Absent for earlier models. */
  readonly formats?: TextFormats | undefined;
  /** Forecasters answer: rows have a time instead of the values before. Those with a value of the response say what has come since. */
  readonly forecasts?: boolean;
  /** Rows of a request are seen together: some have values since the training, or values known ahead. */
  readonly rowsTogether?: boolean;
  /** Time series: periods that a row is predicted for. */
  readonly horizon?: number;
  /** Time series with a response: the period that it counts by. Absent for models of lags of earlier versions. */
  readonly period?: SeriesPeriod | undefined;
  /** Models of lags: returns the last periods of the training, with these columns. */
  lastPeriods?(columns: { time: string; columns: readonly string[] }): LastPeriods | undefined;
  /** Outlier detection with a budget out of alarms: that of rows which come one after another. */
  readonly stream?: StreamBudget;
  /** Names of the model's algorithms. */
  readonly algorithms: string[];
  /** Inputs of the model, with their training ranges. */
  readonly inputs: ModelInput[];
  /** Models of lags: inputs that nobody can set: the response's past, the name of its series and places in the calendar. */
  readonly past?: readonly string[];
  /** Dates whose hour the model learned from. */
  readonly hourInputs?: readonly string[];
  /** Classes of a classifier; empty for other models. */
  readonly labels: readonly string[];
  /** Range of a numeric response in training. Absent for earlier models. */
  readonly responseRange?: TrainedModel["responseRange"];
  /**
   * Predicts records as clients send them, in their order. Text is read as in the file of the training. Other columns are ignored,
   * and a column that a record lacks is missing.
   *
   * With `outside`, the result also says how each record and its prediction differ from the training data (extrapolationMarks), or
   * only the columns outside their training range. With `explain`, it also has each input's contribution, which may take a second per
   * record.
   *
   * Throws InvalidInput (apiInputInvalid), which names each unreadable cell (at most MAX_CELL_PROBLEMS) and each record in which
   * every column is missing, and where a detector of a time series is asked to explain.
   */
  predict(records: readonly Record<string, unknown>[], options?: PredictOptions): PredictionResult;
  /** Returns records as a table for predictTable. Throws as predict does. */
  toTable(records: readonly Record<string, unknown>[]): Table;
  /** Whether `forecast` adds periods to the predictions of this model. */
  readonly hasForecast: boolean;
  /**
   * Returns empty columns of the inputs, to be filled with rows from clients, whose text is as in the file of the training, or for a
   * model that does not know it as in a file of these formats. What depends on the formats is kept with the object.
   */
  rowColumns(formats?: TextFormats): RowColumns;
  /** Column that names the series, where there are several. */
  readonly seriesColumn?: string | undefined;
  /**
   * Time series: yields the predictions of the next periods of each series, some series at a time, with their times and the names
   * of several series. Values of the response among the rows continue the series of forecasters, and rows of future periods give
   * values known ahead; models of lags without such columns answer without rows alone. Throws InvalidInput
   * (apiInputInvalid) for more than FORECAST_LIMIT values, for a series that the model does not know, and when a value lies too far ahead.
   */
  nextPeriods?(recent: Table, asked?: AskedPeriods): Iterable<PredictionResult>;
  /**
   * Predicts the rows of a table. Its columns are the model's inputs, each of its type, in any order. Blanks at the ends of a text do
   * not make it another one, as in records.
   */
  predictTable(table: Table, options?: PredictOptions): TablePrediction;
  /** Forecasters: returns whether each row lies so many periods after the training that a value of the response there is refused. */
  beyondReach?(table: Table): boolean[];
  /** Returns the rows' coordinates in the space of the training rows. */
  coordinates(table: Table): Float64Array[];
}

export interface TablePrediction extends PredictionResult {
  /** Values of a regression without the limits of its response. */
  unlimited?: Float64Array | undefined;
}

export interface PredictOptions {
  outside?: boolean | "columns";
  explain?: boolean;
  /** Adds the values without the limits of the response: a search sees how far beyond them settings are where all answers are the limit. */
  unlimited?: boolean;
  /** Time series: adds the periods after the next one, up to FORECAST_LIMIT values. */
  forecast?: boolean;
}

const NO_FORMATS: TextFormats = {};

/**
 * Loads a model that answers by the decision, or with the likeliest class. Throws an Error that names the cause when the bytes are
 * not a complete model of a supported version, and InvalidInput (badRequest) when the decision is about other classes.
 */
export function loadServingModel(bytes: Uint8Array, decision?: ClassDecision): ServingModel {
  const stored = decodeArtifact(bytes);
  const inputs = stored.inputs.map((input) => withAllSeries(stored, input));
  const model: TrainedModel = { ...stored, inputs, ...(decision && { decision }) };
  if (decision) ensureDecisionFits(decision, model.graph.labels);
  const { graph, type, response, timezone, formats, falseAlarms, normalScores } = model;
  const forecasts = hasForecasters(model.series);
  const detects = detectorOf(graph) !== undefined;
  const columns = [...inputs, ...recentValueInput(model), ...futureRowInputs(model)];
  const fields = columns.map((input) => createInputField(input, { timezone, ...formats }));
  const alignLevels = createLevelAligner(columns);
  const columnsWith = new WeakMap<TextFormats, () => RowColumns>();
  let space: TrainingSpace | undefined;
  const trainingSpace = () => (space ??= createTrainingSpace(model.trainingSample));
  return {
    type,
    response,
    inputs,
    hourInputs: hourInputs(graph),
    labels: graph.labels,
    responseRange: model.responseRange,
    forecasts,
    rowsTogether: forecasts || detects || model.series?.knownAhead !== undefined,
    horizon: model.series?.horizon ?? 1,
    period: model.series && (model.series.next ?? calendarOf(graph))?.period,
    ...(model.series?.next && { lastPeriods: (asked) => lastPeriods(model, asked) }),
    ...(model.series && !forecasts && { past: pastOf(model) }),
    algorithms: [...new Set(graph.layers.flat().map(({ algorithm }) => algorithm))],
    predict: (records, options) => predictTable(recordsToTable(records, fields), options),
    timezone,
    formats,
    toTable: (records) => recordsToTable(records, fields),
    hasForecast: model.series !== undefined && forecastsRows(model.series),
    rowColumns(others = NO_FORMATS) {
      const read = formats ?? others;
      const create = columnsWith.get(read) ?? rowColumnsOf(columns, { timezone, ...read });
      columnsWith.set(read, create);
      return create();
    },
    seriesColumn: model.series?.several?.column,
    ...((forecasts || model.series?.next) && { nextPeriods }),
    ...(falseAlarms?.of === "alarms" && normalScores && { stream: streamBudget(falseAlarmShare(falseAlarms), leastPValue(normalScores)) }),
    predictTable,
    ...(forecasts && { beyondReach: (table: Table) => beyondReach(model, alignLevels(table)) }),
    coordinates: (table) => trainingSpace().coordinates(table),
  };

  function* nextPeriods(recent: Table, asked?: AskedPeriods): Generator<PredictionResult> {
    if (!forecasts) return yield* nextLaggedPeriods(model, recent, asked);
    const current = withRecentValues(model, withPlannedValues(model, recent));
    for (const { table, ...described } of nextPeriodTables(current, recent, asked)) {
      yield { ...predictRows(current, table, predictGraph(current.graph, table)), ...described };
    }
  }

  function predictTable(
    given: Table,
    { outside = false, explain = false, forecast = false, unlimited = false }: PredictOptions = {},
  ): TablePrediction {
    if (explain && detects) throw unexplained();
    const rows = alignLevels(given);
    const future = futureRows(model, rows);
    const table = future?.table ?? withPlannedValues(model, rows);
    const current = withRecentValues(model, table);
    const free = predictUnlimited(current.graph, table);
    const prediction = limitAnswers(current.graph, table, free);
    const result: TablePrediction = {
      ...predictRows(current, table, prediction),
      ...(unlimited && { unlimited: free.values }),
      ...(forecast && !future && predictForecast(current, table)),
    };
    if (future) Object.assign(result, future.forecasts(result));
    if (outside && (forecasts || detects)) return { ...result, outside: result.value.map(() => []) };
    if (outside === "columns") Object.assign(result, { outside: columnsOutside(inputs, table) });
    else if (outside) Object.assign(result, extrapolationMarks(model, trainingSpace(), table, result.value));
    return explain ? { ...result, ...toExplanationFields(explainRows(current, table, prediction), inputs) } : result;
  }
}

/** Only models with proposed inputs know places in the calendar, and keep the time column. */
const pastOf = ({ inputs, response, series }: TrainedModel): string[] =>
  pastInputs(inputs, {
    response,
    time: series?.next?.proposed?.time ?? "",
    series: series?.several?.column,
    knownAhead: series?.knownAhead?.columns,
  });

const unexplained = (): InvalidInput =>
  new InvalidInput(ERRORS.apiInputInvalid, {
    path: "explain",
    message:
      "A detector of outliers in a time series judges each row by those before it, which no contribution tells: ask without contributions",
  });

function predictRows(model: TrainedModel, table: Table, predicted: Prediction): PredictionResult {
  const unjudged = detectorWarnings(model.graph, table);
  const prediction = unjudged && predicted.scores ? { scores: judgedScores(model.graph, table, predicted.scores) } : predicted;
  return {
    ...toResultWithUncertainty(model, prediction),
    ...(unjudged?.some((warning) => warning !== null) && { warning: unjudged }),
    ...periodIntervals(model, table, prediction),
    ...seriesWarnings(model, table),
  };
}

/** Returns each row's contributions by input name. */
function toExplanationFields({ explanation, contributions }: ExplainedRows, inputs: readonly ModelInput[]): Partial<PredictionResult> {
  const varimp = explanation.base.map((_, i) =>
    // fromEntries creates an own property even for a column called __proto__.
    Object.fromEntries(inputs.map(({ name }, j) => [name, contributions[i * inputs.length + j]])),
  );
  return { varimp, explanation };
}
