import {
  type CodedProblem,
  ERRORS,
  hierarchyProblems,
  knownAheadProblems,
  timeCountProblem,
  timeSeriesProblem,
  timeTypeProblem,
} from "@agatha/contracts";
import type { ColumnsByName, ModelPlan } from "./model-plan.js";

/** Returns the problems of the plan's time series: its time column, its series, its columns known ahead and its sums. */
export function timeSeriesProblems(plan: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  if (!plan.time_series_params) return [];
  const { time } = plan.time_series_params;
  const unfit = timeSeriesProblem({ type: plan.model_type, timeSeries: plan.time_series_params });
  if (unfit) return [{ code: ERRORS.badRequest, ...unfit, path: unfit.path.replace("timeSeries", "time_series_params") }];
  const wrongTime = (message: string) => [{ code: ERRORS.timeColumnCount, path: "time_series_params.time", message }];
  if (time === undefined) return wrongTime("Name the time column: the dataset has none, or more than one");
  const { type, stats } = columns.get(time) ?? {};
  const unusable = timeTypeProblem(type) ?? (stats && timeCountProblem(stats.unique));
  if (unusable) return wrongTime(`${JSON.stringify(time)} ${unusable}`);
  const { series } = plan.time_series_params;
  if (series !== undefined && (series === plan.response || !["s", "n"].includes(columns.get(series)?.type ?? ""))) {
    const message = `${JSON.stringify(series)} is no other column of text or whole numbers: name the one that names the series`;
    return [{ code: ERRORS.columnName, path: "time_series_params.series", message }];
  }
  const aheadProblems = knownAheadProblems({ ...plan, timeSeries: plan.time_series_params }, [...columns.values()], "time_series_params");
  const sumProblems = hierarchyProblems(
    { ...plan, timeSeries: plan.time_series_params },
    [...columns.values()],
    "time_series_params.hierarchy",
  );
  if (aheadProblems.length + sumProblems.length > 0) return [...aheadProblems, ...sumProblems];
  const lists = plan.layers.flatMap(({ nodes }, l) =>
    nodes.map((node, n) => ({ names: node.columns, path: `layers[${l}].nodes[${n}].columns` })),
  );
  return [{ names: plan.columns, path: "columns" }, ...lists].flatMap(({ names = [], path }) =>
    names.flatMap((name, i): CodedProblem[] => {
      const type = columns.get(name)?.type;
      if (type === undefined || type === "n") return [];
      return [{ code: ERRORS.columnName, path: `${path}[${i}]`, message: "A time series learns from number columns only: leave it out" }];
    }),
  );
}
