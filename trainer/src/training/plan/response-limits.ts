import type { ResponseLimits } from "@agatha/contracts";
import { shareUnitOf } from "../../data/column-names/name-kind.js";
import { forecastFloor } from "../../data/time-series/forecast-floors.js";
import type { AnswerLimits } from "../../model/artifact/graph.js";
import type { Target } from "../../numeric/matrix.js";
import { rangeOf } from "../../numeric/statistics.js";

/** How the limits of a response are decided: by the request, or else by its name and the values that a fit learns from. */
export interface PlannedLimits {
  response: string;
  requested?: ResponseLimits | undefined;
  /** Models of lags: input with the last known value. Their limit is that of a forecast. */
  last?: string;
}

/** Returns the limits of the answers of a model that learns from these values; an empty object without any. */
export function limitsOf({ limits }: { limits?: PlannedLimits | undefined }, target: Target): { limits?: AnswerLimits } {
  if (!limits || target.kind !== "number") return {};
  const { lower, upper } = limits.requested ?? limitsOfValues(limits, target.values);
  if (lower === undefined && upper === undefined) return {};
  const { last } = limits;
  return { limits: { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }), ...(last !== undefined && { last }) } };
}

/**
 * Returns the limits by the values and the name of the response. A share of a whole by its name and all its values has an upper limit.
 * Percentages up to 1 may be small ones, so that it is 100.
 */
function limitsOfValues({ response, last }: PlannedLimits, values: Float64Array): ResponseLimits {
  const { min, max } = rangeOf(values);
  if (last !== undefined) return { lower: forecastFloor(min, min) };
  if (min < 0) return {};
  const unit = shareUnitOf(response);
  if (!unit || max > 100) return { lower: 0 };
  return { lower: 0, upper: unit === "whole" && max <= 1 ? 1 : 100 };
}
