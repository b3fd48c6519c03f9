/** Size of the sample that bounds the middle values, and number of ranks in the sample from its middle to a bound. */
const SAMPLE_VALUES = 1000;
const BOUND_RANKS = 60;

/** Returns the middle value, or the mean of the middle two. `values` has at least one value and no NaN. */
export function median(values: Float64Array): number {
  const [lower, upper] = middleValues(values);
  return values.length % 2 === 1 ? upper : lower / 2 + upper / 2;
}

/**
 * Returns the two values in the middle of the order; the same one twice of an odd number of values. `values` has at least one
 * value and no NaN. Only values between two bounds around the middle are sorted (Floyd and Rivest 1975), or all if a bound is wrong.
 */
export function middleValues(values: Float64Array): [number, number] {
  const [low, high] = boundsOfMiddle(values);
  const between = new Float64Array(values.length);
  let count = 0;
  let below = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) below++;
    else if (values[i] <= high) between[count++] = values[i];
  }
  const first = ((values.length - 1) >> 1) - below;
  const last = (values.length >> 1) - below;
  if (first >= 0 && last < count) {
    const sorted = between.subarray(0, count).sort();
    return [sorted[first], sorted[last]];
  }
  const sorted = values.slice().sort();
  return [sorted[first + below], sorted[last + below]];
}

function boundsOfMiddle(values: Float64Array): [number, number] {
  if (values.length < 2 * SAMPLE_VALUES) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const sample = new Float64Array(SAMPLE_VALUES);
  for (let k = 0; k < SAMPLE_VALUES; k++) sample[k] = values[Math.floor((k * values.length) / SAMPLE_VALUES)];
  sample.sort();
  return [sample[SAMPLE_VALUES / 2 - BOUND_RANKS], sample[SAMPLE_VALUES / 2 + BOUND_RANKS]];
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

/** Returns the least and the greatest value; ∞ and −∞ without values. */
export function rangeOf(values: Float64Array): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min, max };
}

/** Returns true if values of this range differ by rounding errors at most. */
export function isEqualUpToRounding({ min, max }: { min: number; max: number }): boolean {
  return max - min <= 8 * Number.EPSILON * Math.max(Math.abs(min), Math.abs(max));
}

/** Returns how often each code is there. */
export function countByCode(codes: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** Returns how many different codes there are. */
export function countDistinct(codes: Int32Array): number {
  return new Set(codes).size;
}

/** Returns how many different numbers there are. `sorted` is ascending. */
export function countDistinctSorted(sorted: Float64Array): number {
  let distinct = sorted.length > 0 ? 1 : 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1]) distinct++;
  return distinct;
}
