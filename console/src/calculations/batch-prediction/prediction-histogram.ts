/** Distribution of predictions: equally wide bins for numbers, counts for other answers. Pure. */
import type { PredictionResult } from "@agatha/contracts";
import { binCounts, extent, valueCounts } from "../../charts/data-reduction.js";

type Answer = PredictionResult["value"][number];

export interface Bin {
  /** Bounds of the bin; null if the bin stands for one answer. */
  range: [from: number, to: number] | null;
  answer: Answer;
  count: number;
}

const BINS = 20;
/** Answers beyond this number are too rare to show separately. */
const MAX_DISTINCT_ANSWERS = 20;

/** `numeric`: whether answers are quantities rather than labels. Rows without an answer are left out. */
export function predictionHistogram(values: readonly Answer[], numeric: boolean): Bin[] {
  return numeric ? equalWidthBins(values.filter((value): value is number => typeof value === "number")) : distinctAnswerBins(values);
}

function equalWidthBins(values: readonly number[]): Bin[] {
  if (values.length === 0) return [];
  const [from, to] = extent(values);
  if (from === to) return [{ range: [from, to], answer: from, count: values.length }];
  const width = (to - from) / BINS;
  return binCounts(values, { start: from, width, bins: BINS }).map((count, bin) => ({
    range: [from + bin * width, from + (bin + 1) * width],
    answer: null,
    count,
  }));
}

function distinctAnswerBins(values: readonly Answer[]): Bin[] {
  return valueCounts(values)
    .slice(0, MAX_DISTINCT_ANSWERS)
    .map(({ value, count }) => ({ range: null, answer: value, count }));
}
