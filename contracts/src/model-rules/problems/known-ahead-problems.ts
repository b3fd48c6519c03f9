import { ALGORITHM_NAMES, ALGORITHMS, isForecaster, takesKnownAhead } from "../../algorithms/index.js";
import { ERRORS } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import { MAX_COLUMNS_AHEAD } from "../../kinds/time-series.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";

/** Returns the problems of the columns known ahead and of the horizon columns. */
export function knownAheadProblems({ response, layers, timeSeries }: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  const { knownAhead = [], horizonColumns = [] } = timeSeries ?? {};
  const problem = (at: string, message: string): CodedProblem => ({ code: ERRORS.columnName, path: `timeSeries.${at}`, message });
  const problemsOf = (list: "knownAhead" | "horizonColumns", names: readonly string[]) =>
    names.flatMap((name, i): CodedProblem[] => {
      const at = `${list}[${i}]`;
      const type = columns.get(name)?.type;
      if (type === undefined) return [problem(at, `The dataset has no column ${JSON.stringify(name)}`)];
      if (name === response) return [problem(at, `${name} is what the model predicts: it is not known ahead`)];
      if (type !== "n") return [problem(at, `${name} holds no numbers: write holidays as 1 and other periods as 0`)];
      return names.indexOf(name) < i ? [problem(at, `${name} is named twice`)] : [];
    });
  // A model of the past alone takes all of them for its horizon.
  const ahead = new Set([...knownAhead, ...horizonColumns]).size;
  const tooMany = `Name at most ${MAX_COLUMNS_AHEAD} columns in knownAhead and horizonColumns together: these are ${ahead}`;
  const named = [
    ...problemsOf("knownAhead", knownAhead),
    ...problemsOf("horizonColumns", horizonColumns),
    ...(ahead > MAX_COLUMNS_AHEAD ? [problem("horizonColumns", tooMany)] : []),
  ];
  if (knownAhead.length === 0) return named;
  const unable = layers.flatMap(({ nodes }) => nodes).find(({ algorithm }) => isForecaster(algorithm) && !takesKnownAhead(algorithm));
  if (!unable) return named;
  const able = ALGORITHM_NAMES.filter((name) => "knownAhead" in ALGORITHMS[name]).join(", ");
  return [
    ...named,
    problem("knownAhead", `${unable.algorithm} learns from the past alone: leave knownAhead out, or choose one of ${able}`),
  ];
}
