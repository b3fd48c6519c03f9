import { ERRORS, type ErrorCode } from "../errors/error-catalogue.js";
import type { CodedProblem } from "../errors/error-classes.js";
import type { ColumnType } from "../kinds/dataset.js";
import type { RowValidation } from "../kinds/row-validation.js";

interface ValidatedModel {
  validation?: RowValidation;
  response?: string;
  isTimeSeries: boolean;
}

/** Returns the problems of a request's validation. `columns` are those of the table. Pure function. */
export function rowValidationProblems(
  { validation, response, isTimeSeries }: ValidatedModel,
  columns: readonly { name: string; type: ColumnType }[],
): CodedProblem[] {
  if (!validation) return [];
  const problem = (code: ErrorCode, field: string, message: string): CodedProblem => ({ code, path: `validation${field}`, message });
  if (isTimeSeries) return [problem(ERRORS.badRequest, "", "A time series is always validated on later rows: leave validation out")];
  const { rows, groupColumns = [], timeColumn } = validation;
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type;
  const named = [
    ...groupColumns.map((name, i) => ({ name, field: `.groupColumns[${i}]` })),
    ...(timeColumn === undefined ? [] : [{ name: timeColumn, field: ".timeColumn" }]),
  ].flatMap(({ name, field }) => {
    if (typeOf(name) === undefined) return [problem(ERRORS.columnName, field, `The dataset has no column ${JSON.stringify(name)}`)];
    if (name === response)
      return [problem(ERRORS.responseAmongVariables, field, `${name} is what the model predicts: name another column`)];
    return [];
  });
  if (named.length > 0 || rows !== "time") return named;
  if (timeColumn !== undefined)
    return typeOf(timeColumn) === "s"
      ? [problem(ERRORS.timeColumnCount, ".timeColumn", `${timeColumn} is text: name a column of times or numbers`)]
      : [];
  const times = columns.filter(({ type }) => type === "d");
  return times.length === 1 ? [] : [problem(ERRORS.timeColumnCount, ".timeColumn", "Name the column that orders the rows in time")];
}
