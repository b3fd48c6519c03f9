import { ERRORS, type ErrorCode } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";

/** Returns the problems of the validation. */
export function rowValidationProblems({ validation, response, timeSeries }: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  if (!validation) return [];
  const problem = (code: ErrorCode, field: string, message: string): CodedProblem => ({ code, path: `validation${field}`, message });
  if (timeSeries) return [problem(ERRORS.badRequest, "", "A time series is always validated on later rows: leave validation out")];
  const { rows, groupColumns = [], timeColumn } = validation;
  const typeOf = (name: string) => columns.get(name)?.type;
  const named = [
    ...groupColumns.map((name, i) => ({ name, field: `.groupColumns[${i}]` })),
    ...(timeColumn === undefined ? [] : [{ name: timeColumn, field: ".timeColumn" }]),
  ].flatMap(({ name, field }) => {
    if (typeOf(name) === undefined) return [problem(ERRORS.columnName, field, `The dataset has no column ${JSON.stringify(name)}`)];
    if (name === response)
      return [problem(ERRORS.responseAmongVariables, field, `${name} is what the model predicts: name another column`)];
    return [];
  });
  if (named.length > 0) return named;
  const ofGroups = rows === "random" ? [] : groupProblems(groupColumns, columns, problem);
  if (rows !== "time" || ofGroups.length > 0) return ofGroups;
  if (timeColumn !== undefined && typeOf(timeColumn) === "s")
    return [problem(ERRORS.timeColumnCount, ".timeColumn", `${timeColumn} is text: name a column of times or numbers`)];
  const times = [...columns.values()].filter(({ name, type }) => (timeColumn === undefined ? type === "d" : name === timeColumn));
  if (times.length !== 1) return [problem(ERRORS.timeColumnCount, ".timeColumn", "Name the column that orders the rows in time")];
  const [{ name, stats } = { name: "" }] = times;
  return stats && stats.unique < 2 && (stats.unique === 0 || stats.missing === 0)
    ? [
        problem(
          ERRORS.timeColumnCount,
          ".timeColumn",
          `${name} has the same time in all rows: name another column, or hold out random rows`,
        ),
      ]
    : [];
}

/**
 * Returns the problem of group columns that have one value in all rows. Several columns, or one column with a value and missing ones,
 * may make groups.
 */
function groupProblems(
  groupColumns: readonly string[],
  columns: ColumnsByName,
  problem: (code: ErrorCode, field: string, message: string) => CodedProblem,
): CodedProblem[] {
  const [name, ...others] = groupColumns;
  const stats = name === undefined ? undefined : columns.get(name)?.stats;
  if (!stats || others.length > 0) return [];
  const what = stats.unique === 0 ? "no value in any row" : stats.unique === 1 && stats.missing === 0 && "the same value in every row";
  return what ? [problem(ERRORS.badRequest, ".groupColumns[0]", `${name} has ${what}: name a column that tells groups apart`)] : [];
}
