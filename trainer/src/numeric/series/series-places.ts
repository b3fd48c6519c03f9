import { bisectLeft } from "../bisect.js";

/**
 * Numbers of periods through several series: each series counts its periods from a place of its own, far from the others. The first
 * series counts from 0, as a single one does.
 */
const SERIES_DISTANCE = 2 ** 26;
/** Most periods of a series, of which forecasts reach some beyond. */
export const MAX_SERIES_PERIODS = SERIES_DISTANCE / 2 - 2 ** 16;

/** Returns the number from which on a series counts its periods, which may be negative. */
export function seriesPlace(code: number): number {
  return code * SERIES_DISTANCE;
}

/** Returns the number of the period within its series. */
export function periodInSeries(number: number): number {
  return number - seriesPlace(seriesCode(number));
}

/** Returns the series that a number belongs to. */
export function seriesCode(number: number): number {
  return Math.round(number / SERIES_DISTANCE);
}

/** Entries of one series: from `from` up to, not including, `to`. */
interface SeriesEntries {
  code: number;
  from: number;
  to: number;
}

/** Returns the entries of each series that has some. The numbers ascend. */
export function entriesOfSeries(numbers: Float64Array): SeriesEntries[] {
  const series: SeriesEntries[] = [];
  for (let from = 0; from < numbers.length; ) {
    const code = seriesCode(numbers[from]);
    const to = bisectLeft(numbers, seriesPlace(code + 0.5));
    series.push({ code, from, to });
    from = to;
  }
  return series;
}

/** Returns entries of all series in order of time, those of one period by their place. `index` has the number of each entry. */
export function inOrderOfTime(entries: Int32Array, index: Float64Array): Int32Array {
  const count = index.length;
  // Sorting numbers is faster than comparing elements by a function.
  const keys = Float64Array.from(entries, (entry) => periodInSeries(index[entry]) * count + entry).sort();
  return Int32Array.from(keys, (key) => key % count);
}
