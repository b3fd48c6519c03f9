import { ALGORITHM_NAMES, isForecaster } from "../../algorithms/index.js";
import { ERRORS } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import { canNameSeries } from "../can-name-series.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";

/** Place of the hierarchy in the recipe. */
const PATH = "timeSeries.hierarchy";

/** Returns the problems of a hierarchy. */
export function hierarchyProblems({ response, layers, timeSeries }: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  const { hierarchy, series, knownAhead, horizonColumns } = timeSeries ?? {};
  if (!hierarchy) return [];
  const problem = (at: string, message: string): CodedProblem => ({ code: ERRORS.columnName, path: `${PATH}${at}`, message });
  const named = hierarchy.columns.flatMap((name, i): CodedProblem[] => {
    if (!canNameSeries(columns.get(name)))
      return [problem(`.columns[${i}]`, `${JSON.stringify(name)} is no column of text or whole numbers`)];
    if (name === response) return [problem(`.columns[${i}]`, `${name} is what the model predicts: it names no series`)];
    return hierarchy.columns.indexOf(name) < i ? [problem(`.columns[${i}]`, `${name} is named twice`)] : [];
  });
  const levels = (hierarchy.levels ?? []).flatMap((level, i): CodedProblem[] => {
    const unknown = level.find((name) => !hierarchy.columns.includes(name));
    return unknown === undefined ? [] : [problem(`.levels[${i}]`, `${unknown} is none of the columns of the hierarchy`)];
  });
  const bad = (message: string): CodedProblem => ({ code: ERRORS.badRequest, path: PATH, message });
  const other = layers.flatMap(({ nodes }) => nodes).find(({ algorithm }) => !isForecaster(algorithm));
  return [
    ...named,
    ...levels,
    ...(series === undefined ? [] : [bad("The columns of the hierarchy name the series: leave series out")]),
    ...((knownAhead ?? horizonColumns) === undefined
      ? []
      : [
          bad(
            "Columns known ahead have no sums: leave them out, or name the series by one column instead of a hierarchy. The formula concat joins several columns in the edit history",
          ),
        ]),
    ...(other ? [bad(`${other.algorithm} forecasts no sums: choose one of ${ALGORITHM_NAMES.filter(isForecaster).join(", ")}`)] : []),
  ];
}
