/** Validation of a requested model before any training. */
import { type CodedProblem, ERRORS, recipeProblems } from "@agatha/contracts";
import { type ModelColumns, type ResolvedModelRequest, requestedRecipe } from "./resolved-request.js";

/** Errors of a requested model. */
export const MODEL_REQUEST_ERRORS = [
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

/** Fields of requests whose names differ from those of the recipe. */
const REQUEST_FIELDS: Record<string, string> = {
  timeSeries: "time_series_params",
  falseAlarms: "false_alarms",
  errorCosts: "error_costs",
  responseLimits: "response_limits",
};

/** Returns all problems of the request, the more fundamental first. `nrow` is the number of rows, if it is known before the training. */
export function validateModelRequest(request: ResolvedModelRequest, columns: ModelColumns, nrow?: number): CodedProblem[] {
  return recipeProblems({ ...requestedRecipe(request), timeSeries: request.time_series_params }, [...columns.values()], nrow).map(
    (problem) => ({
      ...problem,
      path: problem.path.replace(/^\w+/, (field) => REQUEST_FIELDS[field] ?? field),
    }),
  );
}
