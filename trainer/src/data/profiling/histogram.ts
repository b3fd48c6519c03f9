import type { ProfileHistogram } from "@agatha/contracts";
import { quantile } from "../../numeric/statistics.js";

const MAX_BINS = 24;
/** If the whole range is more than this many times as wide as the range of the middle 90 %, the histogram covers only the middle 98 %. */
const MAX_RANGE_RATIO = 20;

/** Counts sorted values, at least one, in bins of equal width. Whole numbers in a narrow range get one bin each. */
export function histogram(sorted: Float64Array, { whole }: { whole: boolean }): ProfileHistogram {
  const [from, to] = histogramRange(sorted);
  const bins = binCount(from, to, whole);
  const counts = new Array<number>(bins).fill(0);
  const width = to / bins - from / bins;
  let [below, above] = [0, 0];
  for (const value of sorted) {
    if (value < from) below++;
    else if (value > to) above++;
    else counts[width > 0 ? Math.min(bins - 1, Math.floor((value - from) / width)) : 0]++;
  }
  return { from, to, counts, below, above };
}

function histogramRange(sorted: Float64Array): [from: number, to: number] {
  const [least, greatest] = [sorted[0], sorted[sorted.length - 1]];
  const [p5, p95] = [quantile(sorted, 0.05), quantile(sorted, 0.95)];
  const far = p95 > p5 && greatest / MAX_RANGE_RATIO - least / MAX_RANGE_RATIO > p95 - p5;
  return far ? [quantile(sorted, 0.01), quantile(sorted, 0.99)] : [least, greatest];
}

function binCount(from: number, to: number, whole: boolean): number {
  if (from === to) return 1;
  // In a range that begins between two whole numbers, a bin would be slightly wider than 1.
  return whole && Number.isInteger(from) && to - from < MAX_BINS ? Math.floor(to - from) + 1 : MAX_BINS;
}
