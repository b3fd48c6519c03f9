/** Reduces many values to what a chart can show: bins, counts, evenly spaced rows. */

/** Smallest and largest value. Does not spread the values: ten thousand arguments are too many for some engines. */
export function extent(values: readonly number[]): [low: number, high: number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

/** Counts values in equally wide bins from `start` on. The last bin includes its upper end. */
export function binCounts(values: readonly number[], { start, width, bins }: { start: number; width: number; bins: number }): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - start) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

interface ValueCount<T> {
  value: T;
  count: number;
}

/** Counts values, the most frequent first; ties keep the order of first occurrence. Missing values are left out. */
export function valueCounts<T>(values: readonly (T | null)[]): ValueCount<T>[] {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count);
}

/** Indices of at most `most` rows, evenly spaced. */
export function evenlySpaced(rows: number, most: number): number[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
}
