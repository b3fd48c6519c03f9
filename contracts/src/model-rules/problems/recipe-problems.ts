/** What is wrong with a model before any training, for whoever asks for it and for the training itself. Pure. */
import { unknownClassProblem } from "../../decisions/decide-classes.js";
import { ERRORS } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import { type ErrorCosts, errorCostsProblem } from "../../kinds/error-costs.js";
import { falseAlarmProblem } from "../../kinds/false-alarms.js";
import { responseLimitsProblem } from "../../kinds/response-limits.js";
import { tuningProblem } from "../../kinds/tuning.js";
import type { ColumnsByName, ColumnToCheck, RecipeToCheck } from "../recipe-to-check.js";
import { semilabelProblem, valueCounts } from "../semilabel.js";
import { columnProblems } from "./column-problems.js";
import { layerProblems } from "./layer-problems.js";
import { responseProblems } from "./response-problems.js";
import { rowValidationProblems } from "./row-validation-problems.js";
import { timeSeriesProblems } from "./time-series-problems.js";

/**
 * Returns all problems of the recipe, the more fundamental first. Paths are those of the recipe. `columns` are those of the table,
 * `nrow` is the number of rows, if it is known before the training.
 */
export function recipeProblems(recipe: RecipeToCheck, columns: readonly ColumnToCheck[], nrow = Number.POSITIVE_INFINITY): CodedProblem[] {
  const byName: ColumnsByName = new Map(columns.map((column) => [column.name, column]));
  return [
    ...responseProblems(recipe, byName),
    ...columnProblems(recipe, byName),
    ...semilabelProblems(recipe, byName),
    ...optionProblems(recipe, byName),
    ...timeSeriesProblems(recipe, byName),
    ...tuningProblems(recipe),
    ...rowValidationProblems(recipe, byName),
    ...layerProblems(recipe, byName, nrow),
  ];
}

function semilabelProblems({ semilabel, anomalyValue, otherRows, type }: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  const found = (message: string): CodedProblem[] => [{ code: ERRORS.semilabelColumn, path: "semilabel", message }];
  if (semilabel === undefined)
    return anomalyValue === undefined && otherRows === undefined
      ? []
      : found("anomaly_value and other_rows tell how a semi-labeled column is read: name it");
  if (type !== "OCC") return found("Only outlier detection (OCC) takes a semi-labeled column: leave it out");
  const column = columns.get(semilabel);
  if (!column) return found(`The dataset has no column ${JSON.stringify(semilabel)}`);
  // Edited rows are counted in the training.
  const problem = semilabelProblem(column, anomalyValue);
  return problem === undefined ? [] : found(`${JSON.stringify(semilabel)} ${problem}`);
}

function optionProblems(
  { falseAlarms, errorCosts, responseLimits, timeSeries, type, maxFpr, response = "" }: RecipeToCheck,
  columns: ColumnsByName,
): CodedProblem[] {
  const found = (path: string, message: string | undefined): CodedProblem[] =>
    message === undefined ? [] : [{ code: ERRORS.badRequest, path, message }];
  return [
    ...found("falseAlarms", falseAlarmProblem(falseAlarms, type, maxFpr)),
    ...found("errorCosts", errorCostsProblem(errorCosts, type) ?? (errorCosts && classProblem(errorCosts, columns.get(response)))),
    ...found("responseLimits", responseLimitsProblem(responseLimits, { type, isSeries: timeSeries !== undefined })),
  ];
}

/** Returns that costs name a class which the response does not have. Classes of edited rows, and many, are known to the training alone. */
function classProblem(costs: ErrorCosts, column: ColumnToCheck | undefined): string | undefined {
  const classes = knownClasses(column);
  return classes && unknownClassProblem(costs, classes);
}

/** Returns the classes of a response; undefined for edited rows, and for many. */
export function knownClasses(column: ColumnToCheck | undefined): string[] | undefined {
  return column?.stats && valueCounts({ type: column.type, stats: column.stats }).values?.map(({ value }) => value);
}

function tuningProblems({ tuning, type, errorCosts }: RecipeToCheck): CodedProblem[] {
  const message = tuningProblem(tuning, type, errorCosts !== undefined);
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "tuning", message }];
}
