/** Compares what models promised with what they achieve on rows of groups that they did not have. */
import type { PredictionResult } from "@agatha/contracts";
import { type GroupedFold, numbersOf } from "./grouped-tables.js";

/** Errors that a model promised, and that it achieved on the fifth of the groups that it did not have. */
export interface Outcome {
  promised: number;
  squares: number;
  covered: number;
  answered: number;
}

export function outcomeOf(
  { fresh }: GroupedFold,
  response: string,
  { promised, answer: { value, interval = [] } }: { promised: number; answer: Pick<PredictionResult, "value" | "interval"> },
): Outcome {
  const actual = numbersOf(fresh, response);
  const covered = actual.filter((number, row) => {
    const bounds = interval[row];
    return bounds && number >= bounds.lower && number <= bounds.upper;
  }).length;
  const squares = actual.reduce((sum, number, row) => sum + (number - Number(value[row])) ** 2, 0);
  return { promised, squares, covered, answered: actual.length };
}

export const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

export function achievedOf(outcomes: readonly Outcome[]): number {
  return Math.sqrt(sum(outcomes, ({ squares }) => squares) / sum(outcomes, ({ answered }) => answered));
}

/** Returns the achieved error over all fifths ÷ the promised one, each promise weighted by the rows that it was asked about. */
export function ratioOf(outcomes: readonly Outcome[]): number {
  const promised = sum(outcomes, ({ promised: error, answered }) => error ** 2 * answered) / sum(outcomes, ({ answered }) => answered);
  return achievedOf(outcomes) / Math.sqrt(promised);
}

export function coverageOf(outcomes: readonly Outcome[]): number {
  return sum(outcomes, ({ covered }) => covered) / sum(outcomes, ({ answered }) => answered);
}

export const geometricMean = (values: readonly number[]): number => Math.exp(sum(values, Math.log) / values.length);

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
