/** Limit of the periods from the first to the last time of each series. Methods keep a number for each of them, with or without a row. */
import { entriesOfSeries, MAX_SERIES_PERIODS } from "../../numeric/series/series-places.js";

/** Periods that every table may have, and further ones for each period with a row. */
const PERIODS_OF_ANY_TABLE = 1_000_000;
const PERIODS_PER_ROW = 100;

interface CountedTimes {
  /** Different times, ascending, and the number of the period of each; NaN where it is closed. */
  times: Float64Array;
  numbers: Float64Array;
  /** Numbers of the periods with a row, one series after the other. */
  index: Float64Array;
}

/**
 * Returns the problem of periods with rows that lie too far apart: where the largest gap is, and what to do. Returns undefined if
 * there is no problem.
 */
export function spanProblem({ times, numbers, index }: CountedTimes): string | undefined {
  const gap = largestGap(times, numbers);
  const isLong = gap.last >= MAX_SERIES_PERIODS || countSpanned(index) > PERIODS_OF_ANY_TABLE + PERIODS_PER_ROW * index.length;
  if (!isLong) return undefined;
  const [from, to] = [gap.from, gap.to].map((time) => new Date(time).toISOString());
  const rare = `has rows too rarely for its steps: the largest gap, of ${gap.periods} periods, is between ${from} and ${to}`;
  return `${rare}; correct or remove the rows on the wrong side of it, or aggregate the rows in the edit history to longer periods, to the sum or the mean of each hour or day`;
}

/** Returns the times at both ends of the largest gap, the periods between them, and the number of the last period. */
function largestGap(times: Float64Array, numbers: Float64Array) {
  const gap = { from: times[0], to: times[0], periods: 0, last: 0 };
  let before = -1;
  for (let i = 0; i < numbers.length; i++) {
    if (Number.isNaN(numbers[i])) continue;
    const periods = before < 0 ? 0 : numbers[i] - numbers[before] - 1;
    if (periods > gap.periods) Object.assign(gap, { from: times[before], to: times[i], periods });
    gap.last = numbers[i];
    before = i;
  }
  return gap;
}

/** Returns the periods from the first to the last one of each series. */
function countSpanned(index: Float64Array): number {
  return entriesOfSeries(index).reduce((sum, { from, to }) => sum + index[to - 1] - index[from] + 1, 0);
}
