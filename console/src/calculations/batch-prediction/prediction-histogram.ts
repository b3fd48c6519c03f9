/** How predictions are spread: equally wide bins of numbers, or the counts of what else was answered. Pure. */
import type { PredictionResult } from "@agatha/contracts";
import { binCounts, extent, valueCounts } from "../../charts/data-reduction.js";

type Answer = PredictionResult["value"][number];

export interface Bin {
  /** Where the bin begins and ends; without them it is of one answer. */
  range: [from: number, to: number] | null;
  answer: Answer;
  count: number;
}

const BINS = 20;
/** Answers beyond this many are too rare to be told apart. */
const MAX_DISTINCT_ANSWERS = 20;

/** `numeric` is whether answers are measured, and not only told apart. Rows without an answer are left out. */
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
