/** The time series of a model: its time column, its series, its columns known ahead and its sums. */
import { ERRORS } from "../../errors/error-catalogue.js";
import type { CodedProblem, Problem } from "../../errors/error-classes.js";
import { pluralize } from "../../pluralize.js";
import { canNameSeries } from "../can-name-series.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";
import { hierarchyProblems } from "./hierarchy-problems.js";
import { knownAheadProblems } from "./known-ahead-problems.js";

/** Fewest different times of a series. */
const MIN_TIMES = 3;

/** Returns the problem of a column with too few different times for a series; undefined if it has enough. */
export const timeCountProblem = (times: number): string | undefined =>
  times < MIN_TIMES ? `has ${pluralize(times, "different time")}: a series needs at least ${MIN_TIMES}` : undefined;

/** Returns the problem of a column that cannot be the time of a series; undefined if it can. A column that is missing has no type. */
export function timeTypeProblem(type: string | undefined): string | undefined {
  if (type === undefined) return "is no column of the dataset";
  return type === "d" ? undefined : "is not a date-time column: change its type to date-time first, or name another column";
}

/** Returns the problem of a time series with a model of this type: numbers are forecast, and outliers are found in what came. */
function modelTypeProblem({ type, timeSeries }: RecipeToCheck): Problem | undefined {
  if (!timeSeries || type === "REGRESSION") return undefined;
  if (type !== "OCC") return { path: "timeSeries", message: `Only REGRESSION and OCC learn time series: leave it out of ${type}` };
  if (timeSeries.emptyPeriods === "zero") {
    const message = "Outliers are found in the values of rows: leave it out of OCC, and add rows with 0 where nothing happened";
    return { path: "timeSeries.emptyPeriods", message };
  }
  if (timeSeries.hierarchy) return { path: "timeSeries.hierarchy", message: "Sums are forecast: leave the hierarchy out of OCC" };
  const named = (["knownAhead", "horizonColumns"] as const).find((list) => timeSeries[list]);
  if (!named) return undefined;
  return { path: `timeSeries.${named}`, message: "Outliers are found in values that have come: leave the columns known ahead out" };
}

/** Returns the problems of the time series, the more fundamental ones alone. */
export function timeSeriesProblems(recipe: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  const { response, timeSeries } = recipe;
  if (!timeSeries) return [];
  const { time, series } = timeSeries;
  const unfit = modelTypeProblem(recipe);
  if (unfit) return [{ code: ERRORS.badRequest, ...unfit }];
  const wrongTime = (message: string) => [{ code: ERRORS.timeColumnCount, path: "timeSeries.time", message }];
  if (time === undefined) return wrongTime("Name the time column: the dataset has none, or more than one");
  const { type: timeType, stats } = columns.get(time) ?? {};
  const unusable = timeTypeProblem(timeType) ?? (stats && timeCountProblem(stats.unique));
  if (unusable) return wrongTime(`${JSON.stringify(time)} ${unusable}`);
  if (series !== undefined && (series === response || !canNameSeries(columns.get(series)))) {
    const message = `${JSON.stringify(series)} is no other column of text or whole numbers: name the one that names the series`;
    return [{ code: ERRORS.columnName, path: "timeSeries.series", message }];
  }
  const named = [...knownAheadProblems(recipe, columns), ...hierarchyProblems(recipe, columns)];
  return named.length > 0 ? named : inputProblems(recipe, columns);
}

/** Returns a problem for each named column that holds no numbers. */
function inputProblems(recipe: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  const lists = recipe.layers.flatMap(({ nodes }, l) =>
    nodes.map((node, n) => ({ names: node.columns, path: `layers[${l}].nodes[${n}].columns` })),
  );
  return [{ names: recipe.columns, path: "columns" }, ...lists].flatMap(({ names = [], path }) =>
    names.flatMap((name, i): CodedProblem[] => {
      const type = columns.get(name)?.type;
      if (type === undefined || type === "n") return [];
      return [{ code: ERRORS.columnName, path: `${path}[${i}]`, message: "A time series learns from number columns only: leave it out" }];
    }),
  );
}
