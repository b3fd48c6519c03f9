import type { ColumnStats } from "../results/table.js";

/** Least standard deviation, in means. Below it, the logarithm is nearly a straight line. */
const MIN_VARIATION = 0.2;

/** Returns true if the logarithm of a response is worth a try: all values are above 0, they differ much, and most are low. */
export function favoursLogResponse({ min, mean, std, quantiles }: ColumnStats): boolean {
  const median = quantiles[2];
  if (min === null || mean === null || std === null || median === undefined) return false;
  return min > 0 && std >= MIN_VARIATION * mean && mean > median;
}
