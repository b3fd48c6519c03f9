/** Returns the middle value, or the mean of the middle two. `values` has at least one value and no NaN. */
export function median(values: Float64Array): number {
  return medianOfSorted(values.slice().sort());
}

/** The same of values in ascending order. */
export function medianOfSorted(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
}

/** Returns the quantile of sorted values at `share`, interpolated linearly (Hyndman and Fan 1996, type 7). */
export function quantile(sorted: Float64Array, share: number): number {
  return interpolateAt(sorted, (sorted.length - 1) * share);
}

/** Returns the deciles of sorted values, minimum and maximum included. */
export function deciles(sorted: Float64Array): number[] {
  return Array.from({ length: 11 }, (_, decile) => interpolateAt(sorted, (decile * (sorted.length - 1)) / 10));
}

export interface Quartiles {
  lower: number;
  median: number;
  upper: number;
}

/** `values` has at least one value and no NaN. */
export function quartiles(values: Float64Array): Quartiles {
  const sorted = values.slice().sort();
  return { lower: quantile(sorted, 0.25), median: quantile(sorted, 0.5), upper: quantile(sorted, 0.75) };
}

/** Interpolates linearly between the values next to a position from 0 to n − 1. */
function interpolateAt(sorted: Float64Array, position: number): number {
  const low = Math.floor(position);
  const [below, above] = [sorted[low], sorted[Math.min(low + 1, sorted.length - 1)]];
  // The difference of the halves cannot overflow.
  return below + (above / 2 - below / 2) * 2 * (position - low);
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

/** Returns how many different codes there are. */
export function countDistinct(codes: Int32Array): number {
  return new Set(codes).size;
}
