/** How predictions are spread: equally wide bins of numbers, or the counts of what else was answered. Pure. */
import type { PredictionResult } from "@agatha/contracts";

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
  return numeric ? equalWidthBins(values.filter((value): value is number => typeof value === "number")) : valueCounts(values);
}

function equalWidthBins(values: readonly number[]): Bin[] {
  if (values.length === 0) return [];
  const from = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const to = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (from === to) return [{ range: [from, to], answer: from, count: values.length }];
  const width = (to - from) / BINS;
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((value - from) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, bin) => ({ range: [from + bin * width, from + (bin + 1) * width], answer: null, count }));
}

function valueCounts(values: readonly Answer[]): Bin[] {
  const counts = new Map<Answer, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_DISTINCT_ANSWERS)
    .map(([answer, count]) => ({ range: null, answer, count }));
}
