/** Validation of a requested model before any training: pure rules over the table's columns. */
import {
  CLASS_LIMIT,
  type CodedProblem,
  ERRORS,
  type ErrorCode,
  type ErrorCosts,
  errorCostsProblem,
  falseAlarmProblem,
  isSupervised,
  type ModelType,
  rowValidationProblems,
  semilabelProblem,
  type TableColumn,
  tuningProblem,
  unknownClassProblem,
  valueCounts,
} from "@agatha/contracts";
import type { ModelColumn } from "../edit-history/step-snapshots.js";
import type { ColumnsByName, ModelPlan } from "./model-plan.js";
import { columnProblems } from "./validate-columns.js";
import { layerProblems } from "./validate-layers.js";
import { timeSeriesProblems } from "./validate-time-series.js";

/** Errors of a plan. */
export const PLAN_ERRORS = [
  ERRORS.identifierColumn,
  ERRORS.duplicateColumnName,
  ERRORS.columnName,
  ERRORS.algorithmNotFound,
  ERRORS.responseNotFound,
  ERRORS.responseType,
  ERRORS.noColumnsLeft,
  ERRORS.responseAmongVariables,
  ERRORS.timeColumnCount,
  ERRORS.responseNotAllowed,
  ERRORS.isolationForestVariables,
  ERRORS.rotationNotFound,
  ERRORS.modelTrainingFailed,
  ERRORS.semilabelColumn,
] as const;

/** Returns all problems of the plan, the more fundamental first. `nrow` is the number of rows, if it is known before the training. */
export function validateModelPlan(plan: ModelPlan, columns: ColumnsByName, nrow = Number.POSITIVE_INFINITY): CodedProblem[] {
  return [
    ...responseProblems(plan, columns),
    ...columnProblems(plan, columns),
    ...semilabelProblems(plan, columns),
    ...falseAlarmProblems(plan),
    ...errorCostsProblems(plan, columns),
    ...timeSeriesProblems(plan, columns),
    ...tuningProblems(plan),
    ...rowValidationProblems({ ...plan, isTimeSeries: plan.time_series_params !== undefined }, [...columns.values()]),
    ...layerProblems(plan, columns, nrow),
  ];
}

function responseProblems({ model_type, response }: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  const found = (code: ErrorCode, message: string): CodedProblem[] => [{ code, path: "response", message }];
  if (!isSupervised(model_type))
    return response === undefined ? [] : found(ERRORS.responseNotAllowed, `Leave the response out: ${model_type} has none`);
  if (response === undefined) return found(ERRORS.responseNotFound, `Name the column that the ${model_type} model is to predict`);
  const column = columns.get(response);
  if (!column) return found(ERRORS.responseNotFound, `The dataset has no column ${JSON.stringify(response)}`);
  if (column.type === "d") return found(ERRORS.responseType, "A date-time column cannot be predicted: choose a number or text column");
  if (model_type === "REGRESSION" && column.type !== "n") {
    return found(ERRORS.responseType, "Regression predicts numbers: choose a number column, or CLASSIFICATION");
  }
  if (column.type === "s" && column.stats && isIdentifierColumn(column.stats)) {
    return found(ERRORS.identifierColumn, "Every row has a value of its own, which names the row: choose a column whose values come back");
  }
  const unfit = column.stats && targetProblem(model_type, column.stats.unique);
  return unfit === undefined ? [] : found(ERRORS.responseType, unfit);
}

function targetProblem(type: ModelType, unique: number): string | undefined {
  if (unique === 0) return "The column has no value in any row: choose another one";
  if (unique === 1) return "The column has the same value in every row: there is nothing to predict";
  if (type !== "CLASSIFICATION" || unique <= CLASS_LIMIT) return undefined;
  return `The column has ${unique} different values, more than the ${CLASS_LIMIT} classes that a classification may have`;
}

/** Returns true if the most frequent value occurs once, and there are others. */
const isIdentifierColumn = ({ top, unique }: TableColumn["stats"]): boolean => top[0]?.count === 1 && unique > 1;

function semilabelProblems({ semilabel, anomaly_value, other_rows, model_type }: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  const found = (message: string): CodedProblem[] => [{ code: ERRORS.semilabelColumn, path: "semilabel", message }];
  if (semilabel === undefined)
    return anomaly_value === undefined && other_rows === undefined
      ? []
      : found("anomaly_value and other_rows tell how a semi-labeled column is read: name it");
  if (model_type !== "OCC") return found("Only outlier detection (OCC) takes a semi-labeled column: leave it out");
  const column = columns.get(semilabel);
  if (!column) return found(`The dataset has no column ${JSON.stringify(semilabel)}`);
  // Edited rows are counted in the training.
  const problem = semilabelProblem(column, anomaly_value);
  return problem === undefined ? [] : found(`${JSON.stringify(semilabel)} ${problem}`);
}

function falseAlarmProblems({ false_alarms, model_type, max_fpr }: ModelPlan): CodedProblem[] {
  const message = falseAlarmProblem(false_alarms, model_type, max_fpr);
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "false_alarms", message }];
}

function errorCostsProblems({ error_costs, model_type, response = "" }: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  const message = errorCostsProblem(error_costs, model_type) ?? (error_costs && classProblem(error_costs, columns.get(response)));
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "error_costs", message }];
}

/** Returns that costs name a class which the response does not have. Classes of edited rows, and many, are known to the training alone. */
function classProblem(costs: ErrorCosts, column: ModelColumn | undefined): string | undefined {
  const classes = knownClasses(column);
  return classes && unknownClassProblem(costs, classes);
}

/** Returns the classes of a response; undefined for edited rows, and for many. */
export function knownClasses(column: ModelColumn | undefined): string[] | undefined {
  return column?.stats && valueCounts({ type: column.type, stats: column.stats }).values?.map(({ value }) => value);
}

function tuningProblems({ tuning, model_type, error_costs }: ModelPlan): CodedProblem[] {
  const message = tuningProblem(tuning, model_type, error_costs !== undefined);
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "tuning", message }];
}
