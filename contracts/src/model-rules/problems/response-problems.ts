/** The column that a model predicts. */
import { ERRORS, type ErrorCode } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import type { ColumnType } from "../../kinds/dataset.js";
import { CLASS_LIMIT } from "../../kinds/limits.js";
import { isSupervised, type ModelType } from "../../kinds/model-type.js";
import type { ColumnStats } from "../../results/table.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";

/** Returns the problem of the response. */
export function responseProblems({ type, response }: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  const found = (code: ErrorCode, message: string): CodedProblem[] => [{ code, path: "response", message }];
  if (!isSupervised(type))
    return response === undefined ? [] : found(ERRORS.responseNotAllowed, `Leave the response out: ${type} has none`);
  if (response === undefined) return found(ERRORS.responseNotFound, `Name the column that the ${type} model is to predict`);
  const column = columns.get(response);
  if (!column) return found(ERRORS.responseNotFound, `The dataset has no column ${JSON.stringify(response)}`);
  const wrongType = responseTypeProblem(type, column.type);
  if (wrongType !== undefined) return found(ERRORS.responseType, wrongType);
  if (column.type === "s" && column.stats && isIdentifierColumn(column.stats)) {
    return found(ERRORS.identifierColumn, "Every row has a value of its own, which names the row: choose a column whose values come back");
  }
  const unfit = column.stats && responseValuesProblem(type, column.stats.unique);
  return unfit === undefined ? [] : found(ERRORS.responseType, unfit);
}

/** Returns the problem of a response whose column has this type; undefined if a model of this type can learn it. */
export function responseTypeProblem(type: ModelType, columnType: ColumnType): string | undefined {
  if (columnType === "d") return "A date-time column cannot be predicted: choose a number or text column";
  return type === "REGRESSION" && columnType !== "n" ? "Regression predicts numbers: choose a number column, or CLASSIFICATION" : undefined;
}

/** Returns the problem of a response with this number of different values; undefined if a model of this type can learn it. */
export function responseValuesProblem(type: ModelType, unique: number): string | undefined {
  if (unique === 0) return "The column has no value in any row: choose another one";
  if (unique === 1) return "The column has the same value in every row: there is nothing to predict";
  if (type !== "CLASSIFICATION" || unique <= CLASS_LIMIT) return undefined;
  return `The column has ${unique} different values, more than the ${CLASS_LIMIT} classes that a classification may have`;
}

/** Returns true if the most frequent value occurs once, and there are others. */
const isIdentifierColumn = ({ top, unique }: ColumnStats): boolean => top[0]?.count === 1 && unique > 1;
