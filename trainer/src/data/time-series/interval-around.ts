import { finiteValues } from "../../numeric/finite-values.js";
import { rangeOf } from "../../numeric/statistics.js";

interface Interval {
  lower: number;
  upper: number;
}

/**
 * Returns the least forecast and lower bound: 0 if the known values reach 0 and none is below, as with demand. Values that stayed
 * above 0 may be on their way below it.
 */
export function forecastFloor(values: Float64Array): number | undefined {
  return rangeOf(finiteValues(values)).min === 0 ? 0 : undefined;
}

/**
 * Returns the interval around a forecast; null without a value or a half width. It is not below `floor` nor above `ceiling`, or
 * ends at the forecast where that is.
 */
export function intervalAround(
  value: number,
  halfWidth: number,
  floor = Number.NEGATIVE_INFINITY,
  ceiling = Number.POSITIVE_INFINITY,
): Interval | null {
  const lower = value - halfWidth;
  if (!Number.isFinite(lower)) return null;
  return { lower: Math.max(lower, Math.min(value, floor)), upper: Math.min(value + halfWidth, Math.max(value, ceiling)) };
}
