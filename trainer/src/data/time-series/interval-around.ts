interface Interval {
  lower: number;
  upper: number;
}

/**
 * Returns the interval around a forecast; null without a value or a half width. Its lower bound is not below `floor`, unless the
 * forecast is.
 */
export function intervalAround(value: number, halfWidth: number, floor = Number.NEGATIVE_INFINITY): Interval | null {
  const lower = value - halfWidth;
  if (!Number.isFinite(lower)) return null;
  return { lower: value < floor ? lower : Math.max(lower, floor), upper: value + halfWidth };
}
