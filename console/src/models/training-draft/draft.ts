/** What is to be learned from which rows and columns: the fields that a model and an automatic training share. Pure. */
import type { ModelType, RowValidation } from "@agatha/contracts";
import { MAX_NUMERIC_CLASSES } from "@agatha/contracts/automatic-training/auto-model-type";
import { errorCosts } from "@agatha/contracts/kinds/error-costs";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { type ColumnOption, type LearningGoal, usableColumnNames } from "./column-options.js";
import { newTimeSeriesDraft, type TimeSeriesDraft, toTimeSeriesParams } from "./time-series.js";

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

/** Where the limits come from: the data, the user, or there are none. */
export interface ResponseLimitsDraft {
  by: "data" | "none" | "own";
  /** Typed limits; blank without one. */
  lower: string;
  upper: string;
}

export const LIMITS_BY_DATA: ResponseLimitsDraft = { by: "data", lower: "", upper: "" };

export interface TrainingDraft {
  goal: LearningGoal;
  target: string | null;
  predictAs: "number" | "class";
  errorCosts: ErrorCostsDraft;
  responseLimits: ResponseLimitsDraft;
  columns: readonly string[];
  series: TimeSeriesDraft;
  /**
   * For which rows the model is to predict, or in which to find outliers; the server decides by what it finds in the data where it is
   * auto.
   */
  validationRows: RowValidation["rows"];
  /** Columns that name the group of a row; null: those that were found in the data. */
  groupColumns: readonly string[] | null;
  /** Column that orders the rows in time; null: the one that was found in the data. */
  timeColumn: string | null;
  /** Whether the model learns from the rows that the edit history leaves. */
  useExtraction: boolean;
}

/** Returns the model type on the wire that the goal of the draft amounts to. */
export function modelTypeOf(draft: TrainingDraft): ModelType {
  if (draft.goal === "outliers") return "OCC";
  if (draft.goal === "clusters") return "CLUSTERING";
  return draft.predictAs === "number" ? "REGRESSION" : "CLASSIFICATION";
}

/** `periods`: whether the rows are consecutive periods. */
export function newTrainingDraft(choices: readonly ColumnOption[], goal: LearningGoal, periods = false): TrainingDraft {
  return {
    goal,
    target: null,
    predictAs: "number",
    errorCosts: EQUAL_COSTS,
    responseLimits: LIMITS_BY_DATA,
    columns: usableColumnNames(choices, goal),
    series: newTimeSeriesDraft(choices, periods),
    validationRows: "auto",
    groupColumns: null,
    timeColumn: null,
    useExtraction: false,
  };
}

/** Sets the goal. Columns that are usable for one goal alone, such as dates, are left out for another one, and chosen again. */
export function withGoal<D extends TrainingDraft>(draft: D, choices: readonly ColumnOption[], goal: LearningGoal): D {
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
export function isTimeSeries(draft: TrainingDraft): boolean {
  return draft.series.enabled && (modelTypeOf(draft) === "REGRESSION" || draft.goal === "outliers");
}

/** Returns true if the model learns from columns. A forecast may learn from the past of its target alone. */
export function needsColumns(draft: TrainingDraft): boolean {
  return draft.goal !== "predict" || !isTimeSeries(draft);
}

/** Columns to learn from: all except the target, and only numbers for a time series. */
export function availableFeatures(draft: TrainingDraft, choices: readonly ColumnOption[]): ColumnOption[] {
  const numbersOnly = isTimeSeries(draft);
  const taken = draft.goal === "predict" ? draft.target : numbersOnly ? draft.series.seriesColumn : null;
  return choices.filter(({ column }) => column.name !== taken && (!numbersOnly || column.type === "n"));
}

/** Returns the costs of wrong answers, if the draft asks for other than equal ones. */
export function errorCostsOf(draft: TrainingDraft): Pick<CreateModelRequest, "error_costs"> {
  const { by, weights } = draft.errorCosts;
  if (by === "answers" || modelTypeOf(draft) !== "CLASSIFICATION") return {};
  if (by === "classes") return { error_costs: {} };
  return { error_costs: { weights: Object.fromEntries(Object.entries(weights).map(([label, weight]) => [label, Number(weight)])) } };
}

/** Returns true if a typed weight of a class is a number from 0 to a thousand million. */
export const isClassWeight = (weight: string): boolean =>
  weight.trim() !== "" && errorCosts.shape.weights.unwrap().safeParse({ class: Number(weight) }).success;

/** Removes the new target from the columns to learn from. Restores the previous target if it is usable. */
export function withTarget<D extends TrainingDraft>(draft: D, choices: readonly ColumnOption[], target: string): D {
  const before = choices.find((choice) => choice.column.name === draft.target);
  const kept = draft.columns.filter((name) => name !== target);
  const columns =
    before?.usable && !kept.includes(before.column.name) && before.column.name !== target ? [...kept, before.column.name] : kept;
  const column = choices.find((choice) => choice.column.name === target)?.column;
  const isForecast = draft.series.enabled;
  const predictAs = column?.type === "n" && (isForecast || column.stats.unique > MAX_NUMERIC_CLASSES) ? "number" : "class";
  const series = { ...draft.series, knownAhead: draft.series.knownAhead.filter((name) => name !== target) };
  return { ...draft, target, predictAs, errorCosts: EQUAL_COSTS, responseLimits: LIMITS_BY_DATA, columns, series };
}

/** Columns that the model would learn from, in the order of the table. */
export function selectedFeatures(draft: TrainingDraft, choices: readonly ColumnOption[]): string[] {
  return availableFeatures(draft, choices)
    .map((choice) => choice.column.name)
    .filter((name) => draft.columns.includes(name));
}

/** Returns how a time series is learned. Outliers are found in what came, so nothing is said of the periods to come. */
export function timeSeriesParamsOf(draft: TrainingDraft, hasLags = true): Pick<CreateModelRequest, "time_series_params"> {
  if (!isTimeSeries(draft)) return {};
  const { time, seriesColumn } = draft.series;
  const series = draft.goal === "predict" ? draft.series : { ...newTimeSeriesDraft([], true), time, seriesColumn };
  return { time_series_params: toTimeSeriesParams(series, hasLags) };
}
