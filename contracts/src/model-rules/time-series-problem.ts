import type { Problem } from "../errors/error-classes.js";
import type { ModelSpec } from "../kinds/model.js";
import type { ModelType } from "../kinds/model-type.js";
import { pluralize } from "../pluralize.js";

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
export function timeSeriesProblem({
  type,
  timeSeries,
}: {
  type: ModelType;
  timeSeries?: Pick<NonNullable<ModelSpec["timeSeries"]>, "knownAhead" | "horizonColumns" | "hierarchy"> | undefined;
}): Problem | undefined {
  if (!timeSeries || type === "REGRESSION") return undefined;
  if (type !== "OCC") return { path: "timeSeries", message: `Only REGRESSION and OCC learn time series: leave it out of ${type}` };
  if (timeSeries.hierarchy) return { path: "timeSeries.hierarchy", message: "Sums are forecast: leave the hierarchy out of OCC" };
  const named = (["knownAhead", "horizonColumns"] as const).find((list) => timeSeries[list]);
  if (!named) return undefined;
  return { path: `timeSeries.${named}`, message: "Outliers are found in values that have come: leave the columns known ahead out" };
}
