interface Interval {
  lower: number;
  upper: number;
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
