/** Returns the middle value, or the mean of the middle two. `values` has at least one value and no NaN. */
export function median(values: Float64Array): number {
  const sorted = values.slice().sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
}

/** Returns the mean and the population standard deviation of `values` together with `extra` copies of `fill`. */
export function meanAndDeviation(values: Float64Array, fill = 0, extra = 0): { mean: number; deviation: number } {
  const n = values.length + extra;
  let sum = fill * extra;
  for (const value of values) sum += value;
  const mean = sum / n;
  let squares = extra * (fill - mean) ** 2;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / n) };
}
