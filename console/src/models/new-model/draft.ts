/** Draft of a model. Pure, so that the form only displays it. */
import type { ModelType, RowValidation } from "@agatha/contracts";
import { isForecaster } from "@agatha/contracts/algorithms/index";
import { MAX_NUMERIC_CLASSES } from "@agatha/contracts/automatic-training/auto-model-type";
import { errorCosts } from "@agatha/contracts/kinds/error-costs";
import type { RowsAs } from "@agatha/contracts/model-rules/layers";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { type ColumnOption, type LearningGoal, usableColumnNames } from "./column-options.js";
import { algorithmAt, DEFAULT_LAYERS, type Layers, type NodePosition, nodePositions } from "./layers.js";
import { nonDefaultHyperparameters } from "./parameters.js";
import { newTimeSeriesDraft, type TimeSeriesDraft, toTimeSeriesParams } from "./time-series.js";
import { NO_TUNING, type TunedModel, type TuningDraft } from "./tuning.js";

/** Costs of wrong answers: all the same, so much that all classes weigh alike, or as much as the class of the row says. */
export interface ErrorCostsDraft {
  by: "answers" | "classes" | "weights";
  /** Typed weight of each class; 1 where nothing was typed. */
  weights: Readonly<Record<string, string>>;
}

/** Returns the typed weight of a class, which may have a name such as `constructor`. */
export const classWeight = ({ weights }: ErrorCostsDraft, label: string): string =>
  Object.hasOwn(weights, label) ? (weights[label] ?? "1") : "1";

export const EQUAL_COSTS: ErrorCostsDraft = { by: "answers", weights: {} };

export interface ModelDraft {
  goal: LearningGoal;
  target: string | null;
  predictAs: "number" | "class";
  errorCosts: ErrorCostsDraft;
  columns: readonly string[];
  series: TimeSeriesDraft;
  /** For which rows the model is to predict, or in which to find outliers; the server decides by what it finds in the data where it is auto. */
  validationRows: RowValidation["rows"];
  /** Columns that name the group of a row; null: those that were found in the data. */
  groupColumns: readonly string[] | null;
  /** Column that orders the rows in time; null: the one that was found in the data. */
  timeColumn: string | null;
  layers: Layers;
  /** Search for settings of the methods. */
  tuning: TuningDraft;
  /** Whether the model learns from the rows that the edit history leaves. */
  useExtraction: boolean;
  /** Null: the first free name. */
  name: string | null;
  /** Shown instead of the name; may be blank. */
  title: string;
}

/** Returns the model type on the wire that the goal of the draft amounts to. */
export function modelTypeOf(draft: ModelDraft): ModelType {
  if (draft.goal === "outliers") return "OCC";
  if (draft.goal === "clusters") return "CLUSTERING";
  return draft.predictAs === "number" ? "REGRESSION" : "CLASSIFICATION";
}

/** `periods`: whether the rows are consecutive periods. */
export function newModelDraft(choices: readonly ColumnOption[], goal: LearningGoal, periods = false): ModelDraft {
  const series = newTimeSeriesDraft(choices, periods);
  return {
    goal,
    target: null,
    predictAs: "number",
    errorCosts: EQUAL_COSTS,
    columns: usableColumnNames(choices, goal),
    series,
    validationRows: "auto",
    groupColumns: null,
    timeColumn: null,
    layers: DEFAULT_LAYERS,
    tuning: NO_TUNING,
    useExtraction: false,
    name: null,
    title: "",
  };
}

/** Sets the goal. Columns that look like labels of anomalies are left out for outliers, and chosen again for another goal. */
export function withGoal(draft: ModelDraft, choices: readonly ColumnOption[], goal: LearningGoal): ModelDraft {
  const isOfGoal = (wanted: LearningGoal) => {
    const names = usableColumnNames(choices, wanted);
    return (name: string) => names.includes(name);
  };
  const [before, after] = [isOfGoal(draft.goal), isOfGoal(goal)];
  const names = choices.map(({ column }) => column.name);
  const columns = names.filter((name) => (before(name) === after(name) ? draft.columns.includes(name) : after(name)));
  return { ...draft, goal, columns };
}

/** Returns true if numbers of a time series are forecast, or outliers are found in it. */
export function isTimeSeries(draft: ModelDraft): boolean {
  return draft.series.enabled && (modelTypeOf(draft) === "REGRESSION" || draft.goal === "outliers");
}

/** Returns how the model takes rows. */
export function rowsAs(draft: ModelDraft): RowsAs {
  if (!isTimeSeries(draft)) return "rows";
  return draft.goal === "predict" && draft.series.sums !== null ? "sums" : "periods";
}

/** Returns true if the model learns from columns. A forecast may learn from the past of its target alone. */
export function needsColumns(draft: ModelDraft): boolean {
  return draft.goal !== "predict" || !isTimeSeries(draft);
}

/** Returns true if every method is a forecaster, which learns from the past of the target alone. */
export function learnsFromPastAlone(draft: ModelDraft): boolean {
  const algorithmOf = (position: NodePosition) => algorithmAt(position, modelTypeOf(draft), rowsAs(draft));
  return isTimeSeries(draft) && nodePositions(draft.layers).every((position) => isForecaster(algorithmOf(position)));
}

/** Columns to learn from: all except the target, and only numbers for a time series. */
export function availableFeatures(draft: ModelDraft, choices: readonly ColumnOption[]): ColumnOption[] {
  const numbersOnly = isTimeSeries(draft);
  const taken = draft.goal === "predict" ? draft.target : numbersOnly ? draft.series.seriesColumn : null;
  return choices.filter(({ column }) => column.name !== taken && (!numbersOnly || column.type === "n"));
}

/** Returns the costs of wrong answers, if the draft asks for other than equal ones. */
export function errorCostsOf(draft: ModelDraft): Pick<CreateModelRequest, "error_costs"> {
  const { by, weights } = draft.errorCosts;
  if (by === "answers" || modelTypeOf(draft) !== "CLASSIFICATION") return {};
  if (by === "classes") return { error_costs: {} };
  return { error_costs: { weights: Object.fromEntries(Object.entries(weights).map(([label, weight]) => [label, Number(weight)])) } };
}

/** Returns what a search for settings depends on. `rows` is the number of rows in use. */
export function tunedModel(draft: ModelDraft, rows: number): TunedModel {
  const type = modelTypeOf(draft);
  const methods = nodePositions(draft.layers).map((position) => {
    const algorithm = algorithmAt(position, type, rowsAs(draft));
    return { algorithm, given: nonDefaultHyperparameters(algorithm, position.node.parameters, { type, rows }) };
  });
  return { type, hasCosts: errorCostsOf(draft).error_costs !== undefined, methods };
}

/** Returns true if a typed weight of a class is a number from 0 to a thousand million. */
export const isClassWeight = (weight: string): boolean =>
  weight.trim() !== "" && errorCosts.shape.weights.unwrap().safeParse({ class: Number(weight) }).success;

/** Removes the new target from the columns to learn from. Restores the previous target if it is usable. */
export function withTarget(draft: ModelDraft, choices: readonly ColumnOption[], target: string): ModelDraft {
  const before = choices.find((choice) => choice.column.name === draft.target);
  const kept = draft.columns.filter((name) => name !== target);
  const columns =
    before?.usable && !kept.includes(before.column.name) && before.column.name !== target ? [...kept, before.column.name] : kept;
  const column = choices.find((choice) => choice.column.name === target)?.column;
  const predictAs = column?.type === "n" && column.stats.unique > MAX_NUMERIC_CLASSES ? "number" : "class";
  const series = { ...draft.series, knownAhead: draft.series.knownAhead.filter((name) => name !== target) };
  return { ...draft, target, predictAs, errorCosts: EQUAL_COSTS, columns, series };
}

/** Columns that the model would learn from, in the order of the table. */
export function selectedFeatures(draft: ModelDraft, choices: readonly ColumnOption[]): string[] {
  return availableFeatures(draft, choices)
    .map((choice) => choice.column.name)
    .filter((name) => draft.columns.includes(name));
}

/** `Model1`, or the next free number. */
export function nextModelName(existingNames: readonly string[]): string {
  for (let number = 1; ; number++) if (!existingNames.includes(`Model${number}`)) return `Model${number}`;
}

/** The model's columns that the node learns from. */
export function nodeFeatures(draft: ModelDraft, { node }: Pick<NodePosition, "node">, choices: readonly ColumnOption[]): string[] {
  const all = selectedFeatures(draft, choices);
  return node.columns === null ? all : all.filter((name) => node.columns?.includes(name));
}

/** Returns how a time series is learned. Outliers are found in what came, so nothing is said of the periods to come. */
export function timeSeriesParamsOf(draft: ModelDraft, hasLags = true): Pick<CreateModelRequest, "time_series_params"> {
  if (!isTimeSeries(draft)) return {};
  const { time, seriesColumn } = draft.series;
  const series = draft.goal === "predict" ? draft.series : { ...newTimeSeriesDraft([], true), time, seriesColumn };
  return { time_series_params: toTimeSeriesParams(series, hasLags) };
}
